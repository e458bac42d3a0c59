import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { KeyFolder } from './kms-keys.ts';
import { findKeyArn, handleKmsRequest, KmsError, type KmsRequest } from './kms-operations.ts';

/** A local KMS: generates and decrypts data keys. */
export type KmsStandIn = {
  server: Server;
  /** Creates the key with this ARN if it does not exist. */
  provideKey: (arn: string) => void;
  /** Returns the ARN of the key that a request uses, or undefined if it does not exist. */
  findKeyArn: (request: object) => string | undefined;
};

/** KMS accepts at most 4 KB to encrypt and 6 KB to decrypt, plus a short context. */
const LARGEST_REQUEST_BYTES = 64 * 1024;

/**
 * Returns a server for KMS's JSON protocol, which listens on no address. It supports the operations for envelope
 * encryption with symmetric keys and rejects all others.
 *
 * @param folder folder of the keys, readable by their owner only; created if it does not exist
 */
export function createKms(folder: string): KmsStandIn {
  const keys = new KeyFolder(folder);
  return {
    server: createServer((request, response) => void serve(keys, request, response)),
    provideKey: (arn) => keys.provide(arn),
    findKeyArn: (request) => findKeyArn(keys, request as KmsRequest),
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
    } else answer(response, 500, { __type: 'KMSInternalException', message: 'the KMS stand-in failed' });
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
    // The error below has the code that KMS uses.
  }
  throw new KmsError('SerializationException', 'the body must be a JSON object');
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/x-amz-json-1.1' });
  response.end(JSON.stringify(body));
}
