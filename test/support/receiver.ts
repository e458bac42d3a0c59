import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a receiver got. */
export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A server of a customer that receives requests. */
export interface Receiver {
  url: string;
  port: number;
  received: ReceivedRequest[];
  /** Answers the next requests; 204 by default. */
  answer: (response: ServerResponse, request: ReceivedRequest) => void;
  stop(): Promise<void>;
}

/** Starts a receiver on a free port of the loopback. */
export async function startReceiver(): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const { method = '', url: path = '', headers } = request;
    const got = { method, path, headers, body: Buffer.concat(chunks).toString() };
    receiver.received.push(got);
    receiver.answer(response, got);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}`,
    port,
    received: [],
    answer: (response) => void response.writeHead(204).end(),
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return receiver;
}
