import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A message that was sent to a queue. */
export interface Sent {
  queue: string;
  group: string | undefined;
  delaySeconds: number;
  /** The body as it was sent. */
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the members of a message that it expects
  message: any;
}

/**
 * A fake SQS that accepts every message and delivers none, at the endpoint that the SDK reads from the environment.
 * The adapters create their clients when they are imported, so import them after this recorder was started.
 */
export async function startQueueRecorder() {
  const sent: Sent[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const {
      QueueUrl,
      MessageBody,
      MessageGroupId,
      DelaySeconds = 0,
    } = JSON.parse(Buffer.concat(chunks).toString());
    sent.push({
      queue: QueueUrl.split('/').at(-1),
      group: MessageGroupId,
      delaySeconds: DelaySeconds,
      text: MessageBody,
      message: JSON.parse(MessageBody),
    });
    const answer = { MessageId: '1', MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex') };
    response.writeHead(200, { 'Content-Type': 'application/x-amz-json-1.0' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env.AWS_ENDPOINT_URL_SQS = endpoint;
  process.env.AWS_REGION = 'eu-central-1';
  process.env.AWS_ACCESS_KEY_ID = 'test';
  process.env.AWS_SECRET_ACCESS_KEY = 'test';
  return {
    sent,
    queueUrl: (name: string) => `${endpoint}/000000000000/${name}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
