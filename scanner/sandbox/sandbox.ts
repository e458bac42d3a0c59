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
 * Mounts a table, makes a folder the root, gives up all capabilities, and runs a program. In a changed root, a process
 * without capabilities can create no user namespace that would restore them. The program is not the first process of
 * its namespace, because that one ignores signals such as those of a crash.
 */
const SCRIPT = `
  mount --fstab "$1" --all || exit
  root=$2
  shift 2
  cd /
  exec chroot "$root" setpriv --no-new-privs --inh-caps=-all --bounding-set=-all \\
    /bin/sh -c '"$@"; exit' sh env -i "$@"
`;

/**
 * Returns a command that runs a program without the network, files and processes of this machine. What remains: the
 * servers of `network`, the programs and libraries of the system, the given folders, and `directory`, which alone it
 * can write to. All of its processes end with the first of them.
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
  for (const path of [...systemPaths, ...devices, ...folders, directory]) {
    const look = systemPaths.includes(path) ? lstat : stat;
    const found = await look(path).catch(() => null);
    const target = join(root, path);
    await mkdir(dirname(target), { recursive: true });
    if (found?.isSymbolicLink()) {
      await symlink(await readlink(path), target);
    } else if (found !== null) {
      if (found.isDirectory()) await mkdir(target, { recursive: true });
      else await writeFile(target, '');
      const access = path === directory || devices.includes(path) ? 'rw' : 'ro,nodev';
      mounts.push(formatMount(path, target, 'none', `rbind,nosuid,${access}`));
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
