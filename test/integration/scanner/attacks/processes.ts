import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A TCP or UDP socket over IPv4 or IPv6, as in /proc/net. */
export interface OpenSocket {
  protocol: string;
  local: string;
  /** `address:port` in the kernel's hexadecimal notation; the port is 0 while the socket is not connected. */
  remote: string;
}

/** Returns the process ids of a process group. Source of the fields: proc_pid_stat(5). */
export function listGroupMembers(leader: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const stat = read(`/proc/${pid}/stat`);
      const [, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return Number(group) === leader;
    });
}

/** Returns the environment that a process was started with. */
export function readEnvironment(pid: number): Record<string, string> {
  const entries = read(`/proc/${pid}/environ`).split('\0').filter(Boolean);
  return Object.fromEntries(
    entries.map((entry) => {
      const at = entry.indexOf('=');
      return [entry.slice(0, at), entry.slice(at + 1)];
    }),
  );
}

/** Returns the TCP, UDP and raw sockets that the processes of a group hold now. */
export function listOpenSockets(leader: number): OpenSocket[] {
  const inodes = new Set(listGroupMembers(leader).flatMap(socketInodes));
  return ['tcp', 'tcp6', 'udp', 'udp6', 'raw', 'raw6'].flatMap((protocol) =>
    read(`/proc/net/${protocol}`)
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => inodes.has(fields[9] ?? ''))
      .map(([, local = '', remote = '']) => ({ protocol, local, remote })),
  );
}

/** Returns `127.0.0.1:port` in the notation of /proc/net/tcp. */
export function formatLoopbackAddress(port: number): string {
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

/** Reads a file that may be deleted with its process. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
