import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';

const received: { target: string | undefined; body: { MessageGroupId?: string; MessageBody: string } }[] = [];
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const target = request.headers['x-amz-target'];
  received.push({ target: String(target), body: JSON.parse(Buffer.concat(chunks).toString()) });
  const { MessageBody } = JSON.parse(Buffer.concat(chunks).toString());
  const answer = { MessageId: '1', MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex') };
  response.writeHead(200, { 'Content-Type': 'application/x-amz-json-1.0' }).end(JSON.stringify(answer));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env.AWS_ENDPOINT_URL_SQS = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env.AWS_REGION = 'eu-central-1';
  process.env.AWS_ACCESS_KEY_ID = 'test';
  process.env.AWS_SECRET_ACCESS_KEY = 'test';
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

it('groups every message by its account, so that SQS shares the consumers fairly', async () => {
  const { sendFinish, sendPlan, sendRecord } = await import('../../../adapters/queues/send.ts');
  const queue = `${process.env.AWS_ENDPOINT_URL_SQS}/000000000000/queue`;
  const envelope = { accountId: 'acct_1', scanId: 'scan_1', correlationId: 'c' };
  await sendPlan(queue, envelope);
  await sendFinish(queue, envelope);
  await sendRecord(queue, { ...envelope, type: 'page-started', pageId: 'page_1', attempt: 1 });
  expect(received.map(({ target }) => target)).toEqual(Array(3).fill('AmazonSQS.SendMessage'));
  expect(received.map(({ body }) => body.MessageGroupId)).toEqual(['acct_1', 'acct_1', 'acct_1']);
  expect(JSON.parse(received[0]?.body.MessageBody ?? '')).toEqual(envelope);
});
