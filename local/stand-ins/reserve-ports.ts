import { createServer, type Server } from 'node:net';

/**
 * Occupies ports on 127.0.0.1, so that no other server of this machine gets one of them. Scans may not open the ports
 * of the stand-ins on any loopback address, so that a site with the same port could not be scanned.
 * @param ports those that are in use on 127.0.0.1 are skipped
 * @returns a function that releases them
 */
export async function reservePorts(ports: readonly number[]): Promise<() => void> {
  const servers = await Promise.all([...new Set(ports)].map(occupy));
  return () => {
    for (const server of servers) server?.close();
  };
}

function occupy(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
