import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Endpoint } from '../../core/api/endpoint.ts';
import type { Problem } from '../../core/problems/problem.ts';
import type { Answer } from './answer.ts';
import type { Call } from './call.ts';
import { type ApiHandler, createCallHandler } from './call-handler.ts';

/**
 * The handler of a call that needs no key. Reaches no table, and so does not load what would. It takes nothing and
 * passes over what is sent all the same: monitors put parameters of their own behind the URLs that they watch.
 */
export function createPublicHandler(
  { operationId, permission }: Endpoint,
  handle: (input: Pick<Call, 'base'>) => Promise<Answer>,
): ApiHandler {
  if (permission !== null) throw new Error(`${operationId} needs a key: use createApiHandler`);
  return createCallHandler({ operationId }, [], (event) => handle(event.call));
}

/** A handler that answers every call with a problem, whatever the request holds. */
export function createRefusingHandler(
  operationId: string,
  refusal: (event: APIGatewayProxyEvent) => Problem,
): ApiHandler {
  return createCallHandler({ operationId }, [], async (event) => {
    throw refusal(event);
  });
}
