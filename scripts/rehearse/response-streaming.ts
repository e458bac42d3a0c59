import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { FunctionError } from '../../local/functions/errors.ts';
import { type LambdaApi, startLambdaApi } from '../../local/functions/lambda-api.ts';
import { REGION } from './ministack.ts';

/** The program that a function with streamed responses loads first; see its comment. */
export const collectResponses = new URL('./collect-responses.ts', import.meta.url).href;

/**
 * Starts a server for Lambda's API that invokes functions of MiniStack, and streams the texts that they return.
 * @param endpoint of MiniStack
 */
export async function startResponseStreaming(endpoint: string): Promise<LambdaApi> {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = new LambdaClient({ endpoint, region: REGION, credentials, maxAttempts: 1 });
  return startLambdaApi(async (FunctionName, event, { onBytes }) => {
    const Payload = Buffer.from(JSON.stringify(event));
    const answer = await client.send(new InvokeCommand({ FunctionName, Payload }));
    const text = answer.Payload?.transformToString() ?? 'null';
    if (answer.FunctionError !== undefined) throw new FunctionError(answer.FunctionError, text);
    onBytes?.(Buffer.from(String(JSON.parse(text))));
    return null;
  });
}
