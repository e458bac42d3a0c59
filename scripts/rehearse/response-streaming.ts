import type { Server } from 'node:http';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { FunctionError } from '../../local/functions/errors.ts';
import { createLambdaApi } from '../../local/functions/lambda-api.ts';
import { listenOnLoopback } from '../../local/stand-ins/loopback-address.ts';
import { REGION } from './ministack.ts';

/** The program that a function with streamed responses loads first; see its comment. */
export const collectResponses = new URL('./collect-responses.ts', import.meta.url).href;

/**
 * Starts a server for Lambda's API that invokes functions of MiniStack, and streams the texts that they return.
 * @param endpoint of MiniStack
 * @returns the server and its URL
 */
export async function startResponseStreaming(endpoint: string): Promise<{ url: string; server: Server }> {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = new LambdaClient({ endpoint, region: REGION, credentials, maxAttempts: 1 });
  const server = createLambdaApi(async (FunctionName, event, { onBytes }) => {
    const Payload = Buffer.from(JSON.stringify(event));
    const answer = await client.send(new InvokeCommand({ FunctionName, Payload }));
    const text = answer.Payload?.transformToString() ?? 'null';
    if (answer.FunctionError !== undefined) throw new FunctionError(answer.FunctionError, text);
    onBytes?.(Buffer.from(String(JSON.parse(text))));
    return null;
  });
  return { url: await listenOnLoopback(server), server };
}
