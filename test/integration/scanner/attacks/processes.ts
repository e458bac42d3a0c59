import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A socket of the internet's families, as /proc/net has it. */
export interface OpenSocket {
  protocol: string;
  local: string;
  /** `address:port` in the kernel's hexadecimal; port 0 while it is bound to nobody. */
  remote: string;
}

/** Process ids of a process group. Source of the fields: proc_pid_stat(5). */
export function groupMembers(leader: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const stat = read(`/proc/${pid}/stat`);
      const [, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return Number(group) === leader;
    });
}

/** The environment that a process was started with. */
export function environmentOf(pid: number): Record<string, string> {
  const entries = read(`/proc/${pid}/environ`).split('\0').filter(Boolean);
  return Object.fromEntries(
    entries.map((entry) => {
      const at = entry.indexOf('=');
      return [entry.slice(0, at), entry.slice(at + 1)];
    }),
  );
}

/** The TCP, UDP and raw sockets that the processes of a group hold at this moment. */
export function openSockets(leader: number): OpenSocket[] {
  const inodes = new Set(groupMembers(leader).flatMap(socketInodes));
  return ['tcp', 'tcp6', 'udp', 'udp6', 'raw', 'raw6'].flatMap((protocol) =>
    read(`/proc/net/${protocol}`)
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => inodes.has(fields[9] ?? ''))
      .map(([, local = '', remote = '']) => ({ protocol, local, remote })),
  );
}

/** `127.0.0.1:port` as /proc/net/tcp writes it. */
export function loopback(port: number): string {
  return `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
}

function socketInodes(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((descriptor) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${descriptor}`))?.[1] ?? [];
      } catch {
        return [];
      }
    });
  } catch {
    return [];
  }
}

/** A file that may be gone with its process. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
