import { Writable } from 'node:stream';

/**
 * What Lambda's runtime for Node.js offers to functions that stream their responses: the global `awslambda`. Source:
 * https://docs.aws.amazon.com/lambda/latest/dg/config-rs-write-functions.html
 */

type StreamingHandler = (event: unknown, stream: Writable, context: object) => unknown;

/** A handler of a function; the parameters depend on whether it streams its response. */
export type Handler = StreamingHandler | ((event: unknown, context: object) => unknown);

const streamingHandlers = new WeakSet<Handler>();

/** Defines the global `awslambda`. */
export function defineStreaming(): void {
  const streamifyResponse = (handler: StreamingHandler) => {
    streamingHandlers.add(handler);
    return handler;
  };
  Object.assign(globalThis, { awslambda: { streamifyResponse } });
}

/**
 * Calls a handler.
 * @param onBytes gets the bytes of a streamed response; the handler waits until `done` is called
 * @returns the result of the handler; undefined if it streams its response
 */
export async function callHandler(
  handler: Handler | undefined,
  event: unknown,
  context: object,
  onBytes: (bytes: Uint8Array, done: (error: Error | null) => void) => void,
): Promise<unknown> {
  if (handler === undefined) throw new Error('the function is not initialized');
  if (!streamingHandlers.has(handler)) return (handler as (...given: unknown[]) => unknown)(event, context);
  const stream = new Writable({ write: (bytes, _encoding, done) => onBytes(bytes, done) });
  const finished = new Promise<void>((resolve, reject) =>
    stream.once('finish', resolve).once('error', reject),
  );
  finished.catch(() => undefined); // the handler may throw first
  await (handler as StreamingHandler)(event, stream, context);
  await finished;
}
