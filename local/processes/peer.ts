import { readFileSync } from 'node:fs';
import { isIPv4, type Socket } from 'node:net';

/** The tables of the system with all TCP sockets: https://man7.org/linux/man-pages/man5/proc_pid_net.5.html */
const socketTables = ['/proc/net/tcp', '/proc/net/tcp6'];

/** The start of an IPv4 address in a table of IPv6 sockets. */
const MAPPED = '0000000000000000FFFF0000';

const ROOT_USER = 0;

/**
 * True if a process of another user opened a connection over loopback: the system has the user of each socket. The root
 * user may do everything anyway, and forwards ports on some machines. On systems without these tables, false.
 */
export function isOfOtherUser({ remoteAddress = '', remotePort = 0, localPort = 0 }: Socket): boolean {
  const tables = socketTables.flatMap(readTable);
  if (tables.length === 0) return false;
  const peer = `${formatAddress(remoteAddress)}:${formatPort(remotePort)}`;
  const users = tables
    .flatMap((table) => table.split('\n'))
    .map((line) => line.trim().split(/ +/))
    .filter(([, local, remote]) => {
      const isPeer = local === peer || local === MAPPED + peer;
      return isPeer && remote?.endsWith(`:${formatPort(localPort)}`);
    })
    // A socket that its process has closed belongs to nobody: the system shows the root user, and no inode.
    .filter((fields) => fields[INODE] !== '0')
    .map((fields) => Number(fields[USER]));
  const own = process.getuid?.();
  return !users.some((user) => user === own || user === ROOT_USER);
}

/** Numbers of fields of a line. */
const USER = 7;
const INODE = 9;

function readTable(path: string): string[] {
  try {
    return [readFileSync(path, 'utf8')];
  } catch {
    return [];
  }
}

/** Formats a loopback address as the tables do: each 32 bits are a hexadecimal number of a little-endian machine. */
function formatAddress(address: string): string {
  const ipv4 = address.replace(/^::ffff:/, '');
  if (!isIPv4(ipv4)) return '00000000000000000000000001000000'; // ::1 is the only loopback address of IPv6
  return Buffer.from(ipv4.split('.').map(Number)).reverse().toString('hex').toUpperCase();
}

function formatPort(port: number): string {
  return port.toString(16).toUpperCase().padStart(4, '0');
}
