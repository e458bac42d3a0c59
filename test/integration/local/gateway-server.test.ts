import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildGatewayResponse } from '../../../local/gateway/gateway-responses.ts';
import { GatewayServer } from '../../../local/gateway/server.ts';

const refusal = {
  type: 'DEFAULT_4XX',
  statusCode: 400,
  headers: { 'Content-Type': "'application/problem+json'" },
  templates: { 'application/json': '{"code":"bad-request"}' },
};
let server: GatewayServer;

beforeAll(async () => {
  server = await GatewayServer.listen(0);
  server.serve({
    apiId: 'api',
    stage: 'api',
    handle: async ({ query }) => ({ statusCode: 200, headers: [], body: Buffer.from(String(query.length)) }),
    refuse: (request, type) => buildGatewayResponse([refusal], { type }, request),
  });
});
afterAll(() => server?.close(0));

/** Sends a request with a query of some length, as plain text, and returns all of the response. */
async function send(queryLength: number, header = 'Accept: */*'): Promise<string> {
  const socket = connect(server.port, '127.0.0.1');
  socket.write(
    `GET /api/v1/health?${'q'.repeat(queryLength)} HTTP/1.1\r\nHost: localhost:${server.port}\r\n${header}\r\nConnection: close\r\n\r\n`,
  );
  return text(socket);
}

it('passes on a request of the size that API Gateway accepts', async () => {
  expect(await send(10_000)).toMatch(/^HTTP\/1.1 200 OK[\s\S]*\r\n\r\n10000$/);
});

it.each([
  ['a long address', 10_240, undefined],
  ['an address that is too long to be read', 70_000, undefined],
  ['a long header', 1, `X-Long: ${'h'.repeat(10_240)}`],
  ['a header that is too long to be read', 1, `X-Long: ${'h'.repeat(70_000)}`],
  ['no HTTP', 1, 'no header'],
])('answers a request with %s as the API does', async (_, length, header) => {
  const response = await send(length, header);
  expect(response).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
  expect(response).toMatch(
    /\r\nContent-Type: application\/problem\+json\r\n[\s\S]*\r\n\r\n\{"code":"bad-request"\}$/,
  );
});
