import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { platform } from 'node:os';

/** An address that a server can listen on. */
export interface LoopbackAddress {
  host: string;
  port: number;
  /** Lets other servers of this machine have the port. */
  release: () => Promise<void>;
}

/**
 * Returns a random loopback address that cannot be guessed: one of 16 million on Linux, where all of 127.0.0.0/8 is
 * local. A web page in a browser on this machine must not be able to find the server.
 *
 * The port is occupied on 127.0.0.1 until it is released: scans may not open the port of the server on any loopback
 * address, so that a site with the same port could not be scanned.
 */
export async function reserveLoopbackAddress(): Promise<LoopbackAddress> {
  const { port, release } = await occupyPort(0);
  if (platform() === 'linux') {
    const host = `127.${randomInt(1, 255)}.${randomInt(0, 256)}.${randomInt(1, 255)}`;
    return { host, port, release };
  }
  await release();
  return { host: '127.0.0.1', port, release: async () => undefined };
}

/**
 * Occupies a port on 127.0.0.1.
 * @param port 0 for any that is free
 * @throws Error if another server has it
 */
export async function occupyPort(port: number): Promise<Omit<LoopbackAddress, 'host'>> {
  const holder = createServer((socket) => socket.destroy()).unref();
  holder.listen(port, '127.0.0.1');
  await once(holder, 'listening');
  return {
    port: (holder.address() as AddressInfo).port,
    release: async () => {
      if (holder.listening) await once(holder.close(), 'close');
    },
  };
}

/** Has a server listen on an address of its own until it is closed, and returns its URL. */
export async function listenOnLoopback(server: Server): Promise<string> {
  const { host, port, release } = await reserveLoopbackAddress();
  server.once('close', release);
  server.listen(port, host);
  await once(server, 'listening');
  return `http://${host}:${port}`;
}
