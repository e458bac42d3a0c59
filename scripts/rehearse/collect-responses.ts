/**
 * Loaded before a function that MiniStack runs. MiniStack has no response streaming: its runtime for Node.js lacks the
 * global `awslambda`. A handler that streams its response returns the whole response as a text here;
 * `response-streaming.ts` streams it to the caller.
 */
import { callHandler, defineStreaming, type Handler } from '../../local/functions/streaming.ts';

defineStreaming();
const { awslambda } = globalThis as unknown as {
  awslambda: { streamifyResponse(handler: Handler): Handler };
};
const { streamifyResponse } = awslambda;
awslambda.streamifyResponse = (handler) => {
  const streaming = streamifyResponse(handler);
  return async (event: unknown, context: object) => {
    const parts: Uint8Array[] = [];
    await callHandler(streaming, event, context, (bytes, done) => {
      parts.push(bytes);
      done(null);
    });
    return Buffer.concat(parts).toString();
  };
};
