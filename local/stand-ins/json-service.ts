import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** A JSON object, as a request has it. */
export type JsonBody = Readonly<Record<string, unknown>>;

/** Answers one operation with the body of its response. @throws JsonServiceError */
export type Operation = (body: JsonBody) => object;

/** An error that a service answers with 400. */
export class JsonServiceError extends Error {
  override name = 'JsonServiceError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** More than the requests of the services need that this serves. */
const LARGEST_REQUEST_BYTES = 16 * 1024;

/**
 * Returns a server for some operations of a service with the JSON protocol, which listens on no address.
 * @param operations by their names in `X-Amz-Target`, such as `AmazonSSM.GetParameter`
 */
export function createJsonService(operations: ReadonlyMap<string, Operation>): Server {
  return createServer((request, response) => void serve(request, response, operations));
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  operations: ReadonlyMap<string, Operation>,
): Promise<void> {
  try {
    const body = await readJson(request);
    const operation = operations.get(String(request.headers['x-amz-target']));
    if (operation === undefined) {
      const served = [...operations.keys()].join(', ');
      throw new JsonServiceError('UnknownOperationException', `only ${served} is served`);
    }
    answer(response, 200, operation(body));
  } catch (error) {
    if (error instanceof JsonServiceError)
      return answer(response, 400, { __type: error.code, message: error.message });
    answer(response, 500, { __type: 'InternalFailure', message: 'the stand-in failed' });
  }
}

async function readJson(request: IncomingMessage): Promise<JsonBody> {
  const refusal = new JsonServiceError('SerializationException', 'the body must be a small JSON object');
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > LARGEST_REQUEST_BYTES) throw refusal;
    chunks.push(chunk);
  }
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as JsonBody;
  } catch {
    // The error below says the same.
  }
  throw refusal;
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/x-amz-json-1.1' });
  response.end(JSON.stringify(body));
}
