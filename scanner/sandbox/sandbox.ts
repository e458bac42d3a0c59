import { lstat, mkdir, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { OwnNetwork } from './network.ts';

/** What a program needs in its sandbox. */
export interface SandboxedProgram {
  /** The program and its arguments. */
  command: readonly string[];
  /** Its environment variables, and no others. */
  env: Readonly<Record<string, string>>;
  /** Folders that it may read besides those of the system. */
  folders: readonly string[];
}

/** Files and folders of the system that programs and their libraries need. Each that exists can be read. */
const systemPaths = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/nix/store',
  '/gnu/store',
  '/etc/alternatives',
  '/etc/fonts',
  '/etc/ld.so.cache',
  '/etc/ld.so.conf',
  '/etc/ld.so.conf.d',
  '/var/cache/fontconfig',
];

const devices = ['full', 'null', 'random', 'urandom', 'zero'].map((name) => `/dev/${name}`);

/**
 * Mounts a table, makes a folder the root, gives up all capabilities, and runs a program. Mounts within those of the
 * table become read-only too. Descriptors of the user's shell are closed. In a changed root, a process without
 * capabilities can create no user namespace, which would give it capabilities. The first process of the namespace keeps
 * its own, so that the program can neither debug nor slow it down: all others end with it. The program is not the first
 * process itself, because that one ignores signals such as those of a crash.
 */
const SCRIPT = `
  mount --fstab "$1" --all || exit
  root=$2 directory=$3
  shift 3
  while read -r _ _ _ _ target _; do
    target=$(printf %b "$target")
    case "$target" in
      "$root$directory" | "$root/dev/shm" | "$root/proc") ;;
      "$root"/*) mount -o remount,bind,ro,nosuid "$target" || exit ;;
    esac
  done < /proc/self/mountinfo
  cd /
  exec chroot "$root" /bin/sh -c '
    exec 5>&- 6>&- 7>&- 8>&- 9>&-
    setpriv --no-new-privs --inh-caps=-all --bounding-set=-all env -i "$@"
    exit
  ' sh "$@"
`;

/**
 * Returns a command that runs a program without the network, files and processes of this machine. What remains: the
 * servers of `network`, the programs and libraries of the system, and the given folders. It can write to `directory`
 * and to 512 MB of shared memory. All of its processes end with the first of them.
 * @param directory an existing folder of the program alone. The command needs `root` and `mounts` in it.
 */
export async function buildSandboxCommand(
  network: OwnNetwork,
  directory: string,
  { command, env, folders }: SandboxedProgram,
): Promise<string[]> {
  const root = join(directory, 'root');
  const table = join(directory, 'mounts');
  const mounts = [formatMount(root, root, 'none', 'bind,nosuid,nodev,ro')];
  // The mount of a folder around another one would hide it.
  const outer = folders.filter((folder) => !folders.some((other) => folder.startsWith(`${other}/`)));
  for (const path of [...systemPaths, ...devices, ...new Set(outer), directory]) {
    const look = systemPaths.includes(path) ? lstat : stat;
    const found = await look(path).catch(() => null);
    const target = join(root, path);
    await mkdir(dirname(target), { recursive: true });
    if (found?.isSymbolicLink()) {
      await symlink(await readlink(path), target);
    } else if (found !== null) {
      if (found.isDirectory()) await mkdir(target, { recursive: true });
      else await writeFile(target, '');
      const nodev = devices.includes(path) ? '' : ',nodev';
      mounts.push(
        formatMount(path, target, 'none', `rbind,nosuid,${path === directory ? 'rw' : 'ro'}${nodev}`),
      );
    }
  }
  for (const path of ['/proc', '/dev/shm']) await mkdir(join(root, path), { recursive: true });
  mounts.push(formatMount('proc', join(root, 'proc'), 'proc', 'ro,nosuid,nodev,noexec'));
  mounts.push(formatMount('tmpfs', join(root, 'dev/shm'), 'tmpfs', 'nosuid,nodev,noexec,size=512m'));
  await writeFile(table, mounts.join(''));
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const isolate = [
    'unshare',
    '--mount',
    '--pid',
    '--ipc',
    '--uts',
    '--kill-child',
    'sh',
    '-c',
    SCRIPT,
    'sh',
    table,
    root,
    directory,
  ];
  return [...network.enter, ...isolate, ...variables, ...command];
}

/** Formats a line of a table of mounts: https://man7.org/linux/man-pages/man5/fstab.5.html */
function formatMount(source: string, target: string, type: string, options: string): string {
  const fields = [source, target].map((path) => path.replace(/[\s\\#]/g, escapeOctal));
  return `${[...fields, type, options, '0', '0'].join(' ')}\n`;
}

function escapeOctal(character: string): string {
  return `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`;
}
