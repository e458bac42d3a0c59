import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { KeyFolder } from './kms-keys.ts';
import { handleKmsRequest, KmsError, type KmsRequest } from './kms-operations.ts';
import { pickLoopbackAddress } from './loopback-address.ts';

/** A KMS of this machine: makes data keys and opens them again. */
export type KmsStandIn = {
  endpoint: string;
  /** Makes the key unless it is there; `arn` is what it is called by. */
  provideKey: (arn: string) => void;
  stop: () => Promise<void>;
};

/** KMS takes at most 4 KB to encrypt and 6 KB to decrypt, and a short context beside it. */
const LARGEST_REQUEST_BYTES = 64 * 1024;

/**
 * Starts a server that speaks KMS's JSON protocol on a free port of a loopback address of its own. It knows the
 * operations that envelope encryption needs, with symmetric keys; whatever else is asked for it refuses by name.
 *
 * @param folder where the keys lie, readable by their owner only; made when missing
 */
export async function startKms(folder: string): Promise<KmsStandIn> {
  const keys = new KeyFolder(folder);
  const server = createServer((request, response) => void serve(keys, request, response));
  const address = await listen(server);
  return {
    endpoint: `http://${address.address}:${address.port}`,
    provideKey: (arn) => keys.provide(arn),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function serve(keys: KeyFolder, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const action = /^TrentService\.(\w+)$/.exec(String(request.headers['x-amz-target'] ?? ''))?.[1];
    if (request.method !== 'POST' || action === undefined) {
      throw new KmsError('UnknownOperationException', 'X-Amz-Target must name an operation of TrentService');
    }
    answer(response, 200, handleKmsRequest(keys, action, await readJson(request)));
  } catch (error) {
    if (error instanceof KmsError) {
      answer(response, 400, { __type: error.code, message: error.message });
    } else answer(response, 500, { __type: 'KMSInternalException', message: 'the stand-in failed' });
  }
}

async function readJson(request: IncomingMessage): Promise<KmsRequest> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > LARGEST_REQUEST_BYTES) throw new KmsError('ValidationException', 'the request is too large');
    chunks.push(chunk);
  }
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as KmsRequest;
  } catch {
    // Said below, in KMS's own words for it.
  }
  throw new KmsError('SerializationException', 'the body must be a JSON object');
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/x-amz-json-1.1' });
  response.end(JSON.stringify(body));
}

function listen(server: Server): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, pickLoopbackAddress(), () => resolve(server.address() as AddressInfo));
  });
}
