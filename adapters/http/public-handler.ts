import type { APIGatewayProxyEvent } from 'aws-lambda';
import { type Endpoint, isPublic } from '../../core/api/endpoint.ts';
import type { Problem } from '../../core/problems/problem.ts';
import type { Answer } from './answer.ts';
import type { ApiEvent, Call } from './call.ts';
import { type ApiHandler, createCallHandler } from './call-handler.ts';

/**
 * Returns the handler of a call that needs no key. It uses no table and therefore does not load the SDK for it. It
 * ignores all parameters, because monitors add their own parameters to the URLs that they watch.
 */
export function createPublicHandler(
  endpoint: Endpoint,
  handle: (input: Pick<Call, 'base'>) => Promise<Answer>,
): ApiHandler {
  const { operationId } = endpoint;
  if (!isPublic(endpoint)) throw new Error(`${operationId} needs a caller: use createApiHandler`);
  return createCallHandler({ operationId }, [], (event) => handle(event.call));
}

/**
 * Returns the handler of a call that needs no key and reads headers or parameters itself.
 * @param handle gets the event as the gateway sent it; nothing of it is validated
 */
export function createPublicEventHandler(
  endpoint: Endpoint,
  handle: (event: ApiEvent) => Promise<Answer>,
): ApiHandler {
  const { operationId } = endpoint;
  if (!isPublic(endpoint)) throw new Error(`${operationId} needs a caller: use createApiHandler`);
  return createCallHandler({ operationId }, [], handle);
}

/** Returns a handler that responds to every call with a problem. */
export function createRefusingHandler(
  operationId: string,
  refusal: (event: APIGatewayProxyEvent) => Problem,
): ApiHandler {
  return createCallHandler({ operationId }, [], async (event) => {
    throw refusal(event);
  });
}
