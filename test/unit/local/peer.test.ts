import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { isOfOtherUser } from '../../../local/processes/peer.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listen(host: string): Promise<{ server: Server; port: number }> {
  const server = createServer().listen(0, host);
  servers.push(server);
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

/** Has a client connect, and returns its socket and that of the server. */
async function open(host: string, localAddress?: string): Promise<{ client: Socket; accepted: Socket }> {
  const { server, port } = await listen(host);
  const client = connect({ host, port, ...(localAddress && { localAddress }) });
  const [accepted] = (await once(server, 'connection')) as [Socket];
  return { client, accepted };
}

const NOBODY = 65_534;

describe.runIf(process.platform === 'linux')('a connection over loopback', () => {
  it.each([['127.0.0.1'], ['127.0.0.1', '127.3.2.1'], ['::1']])(
    'of the same user is recognized: to %s, from %s',
    async (...addresses) => {
      const { client, accepted } = await open(...(addresses as [string]));
      expect(isOfOtherUser(accepted)).toBe(false);
      client.destroy();
    },
  );

  it('whose client has closed it is of nobody, although the system shows the root user', async () => {
    const { client, accepted } = await open('127.0.0.1');
    client.destroy();
    await expect.poll(() => isOfOtherUser(accepted)).toBe(true);
  });

  // Only the root user can start a process of another user.
  it.runIf(process.getuid?.() === 0)('of another user is recognized', async () => {
    const { server, port } = await listen('127.0.0.1');
    const answers: boolean[] = [];
    server.on('connection', (socket) => {
      answers.push(isOfOtherUser(socket));
      socket.end();
    });
    const program = `require('node:net').connect(${port}, '127.0.0.1').resume()`;
    await promisify(execFile)(process.execPath, ['-e', program], { uid: NOBODY, gid: NOBODY });
    expect(answers).toEqual([true]);
  });
});
