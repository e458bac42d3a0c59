import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createMailSender } from '../../../adapters/mail/send-mail.ts';

let server: Server;
beforeEach(async () => {
  const used = new Set<Socket>();
  // It closes a connection as SES does if it was idle for long: when the next request is already on its way.
  server = createServer((request, response) => {
    if (used.has(request.socket)) return void request.socket.resetAndDestroy();
    used.add(request.socket);
    request.resume();
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ MessageId: `mail-${used.size}` }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('AWS_ENDPOINT_URL_SESV2', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

it('a mail is accepted at its first attempt, although the connection of the mail before was closed', async () => {
  const send = createMailSender({ sender: 'scans@example.com', configurationSet: 'test', region: undefined });
  const mail = { to: 'ada@example.com', subject: 'Subject', text: 'Text', html: '<p>Text', headers: [] };
  expect([await send(mail), await send(mail)]).toEqual([
    { kind: 'accepted', messageId: 'mail-1' },
    { kind: 'accepted', messageId: 'mail-2' },
  ]);
});
