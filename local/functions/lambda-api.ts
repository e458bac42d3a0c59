import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { EventStreamCodec } from '@smithy/core/event-streams';
import { FunctionError, InvokeError, invokeErrorStatuses } from './errors.ts';

/** Invokes a function by its name or ARN: see `Functions.invokeByName`. */
export type InvokeByName = (
  name: string,
  event: unknown,
  options: {
    tenantId?: string | undefined;
    /** Trace headers of the request, see `lineage.ts`. */
    traceHeaders?: readonly string[];
    onBytes?: (bytes: Uint8Array) => void;
  },
) => Promise<unknown>;

/** Lambda accepts at most 6 MB (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html). */
const LARGEST_PAYLOAD_BYTES = 6 * 1024 * 1024;

/**
 * The paths of `Invoke` and `InvokeWithResponseStream`. Source:
 * https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html and
 * https://docs.aws.amazon.com/lambda/latest/api/API_InvokeWithResponseStream.html
 */
const INVOKE = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/;
const INVOKE_STREAMING = /^\/2021-11-15\/functions\/([^/]+)\/response-streaming-invocations$/;

/** Returns a server for the part of Lambda's API that functions call: `Invoke` and `InvokeWithResponseStream`. */
export function createLambdaApi(invoke: InvokeByName): Server {
  const server = createServer((request, response) => void serve(invoke, request, response));
  // The time between two events of a function has no limit here.
  server.requestTimeout = 0;
  return server;
}

async function serve(
  invoke: InvokeByName,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.on('error', () => undefined); // the caller may have gone
  try {
    const path = new URL(request.url ?? '/', 'http://lambda').pathname;
    const streamed = INVOKE_STREAMING.exec(path)?.[1];
    const name = streamed ?? INVOKE.exec(path)?.[1];
    if (request.method !== 'POST' || name === undefined) {
      throw new InvokeError('ResourceNotFoundException', `${request.method} ${path} is not served`);
    }
    const event: unknown = JSON.parse((await readBody(request)) || 'null');
    const tenantId = request.headers['x-amz-tenant-id'];
    const call: Call = (onBytes) =>
      invoke(decodeURIComponent(name), event, {
        tenantId: typeof tenantId === 'string' ? tenantId : undefined,
        traceHeaders: [request.headers['x-amzn-trace-id'] ?? []].flat(),
        onBytes,
      });
    await (streamed === undefined ? respondBuffered(call, response) : respondStreaming(call, response));
  } catch (error) {
    const type = error instanceof InvokeError ? error.type : 'InvalidParameterValueException';
    response.writeHead(invokeErrorStatuses[type], {
      'Content-Type': 'application/json',
      'x-amzn-ErrorType': type,
    });
    response.end(JSON.stringify({ message: (error as Error).message }));
  }
}

type Call = (onBytes: (bytes: Uint8Array) => void) => Promise<unknown>;

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > LARGEST_PAYLOAD_BYTES) {
      throw new InvokeError('InvalidParameterValueException', 'the payload is larger than 6 MB');
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

/** Responds as `Invoke`, when the function has ended. */
async function respondBuffered(call: Call, response: ServerResponse): Promise<void> {
  const parts: Uint8Array[] = [];
  const headers = { 'Content-Type': 'application/json', 'x-amz-executed-version': '$LATEST' };
  try {
    const result = await call((bytes) => parts.push(bytes));
    const payload = parts.length > 0 ? Buffer.concat(parts) : Buffer.from(JSON.stringify(result));
    if (payload.length > LARGEST_PAYLOAD_BYTES) {
      throw new FunctionError('Function.ResponseSizeTooLarge', 'the response is larger than 6 MB');
    }
    response.writeHead(200, headers).end(payload);
  } catch (error) {
    if (!(error instanceof FunctionError)) throw error;
    const { errorType, message: errorMessage } = error;
    response.writeHead(200, { ...headers, 'x-amz-function-error': 'Unhandled' });
    response.end(JSON.stringify({ errorType, errorMessage }));
  }
}

const codec = new EventStreamCodec(
  (bytes) => Buffer.from(bytes).toString(),
  (text) => Buffer.from(text),
);

/** Responds as `InvokeWithResponseStream`, with what the function streams while it runs. */
async function respondStreaming(call: Call, response: ServerResponse): Promise<void> {
  const begin = () => {
    if (!response.headersSent) {
      response.writeHead(200, {
        'Content-Type': 'application/vnd.amazon.eventstream',
        'x-amz-executed-version': '$LATEST',
      });
    }
  };
  const write = (type: string, contentType: string, body: Uint8Array) => {
    begin();
    const header = (value: string) => ({ type: 'string', value }) as const;
    const headers = {
      ':message-type': header('event'),
      ':event-type': header(type),
      ':content-type': header(contentType),
    };
    response.write(codec.encode({ headers, body }));
  };
  let complete = {};
  try {
    const result = await call((bytes) => write('PayloadChunk', 'application/octet-stream', bytes));
    if (result !== null)
      write('PayloadChunk', 'application/octet-stream', Buffer.from(JSON.stringify(result)));
  } catch (error) {
    if (!(error instanceof FunctionError)) throw error;
    complete = { ErrorCode: error.errorType, ErrorDetails: error.message };
  }
  write('InvokeComplete', 'application/json', Buffer.from(JSON.stringify(complete)));
  response.end();
}
