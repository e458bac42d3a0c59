import type { APIGatewayProxyEvent } from 'aws-lambda';
import { type Endpoint, isPublic, type RequestSchemas } from '../../core/api/endpoint.ts';
import { Problem } from '../../core/problems/problem.ts';
import type { Answer } from './answer.ts';
import type { ApiEvent, ApiMiddleware, Call, ValidCall } from './call.ts';
import { type ApiHandler, createCallHandler, getValidCall } from './call-handler.ts';

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

/**
 * Returns the handler of a call of strangers, who have the token of a link. Its request is validated. No
 * search engine may index a response. If a part of the report does not exist any more, the link has ended.
 */
export function createStrangerHandler<Request extends RequestSchemas>(
  endpoint: Endpoint<Request>,
  handle: (call: ValidCall<Request>, event: ApiEvent) => Promise<Answer>,
): ApiHandler {
  if (!isPublic(endpoint)) throw new Error(`${endpoint.operationId} needs a caller: use createApiHandler`);
  const forbidIndexing: ApiMiddleware = {
    before: ({ event: { call } }) => {
      call.answerHeaders['X-Robots-Tag'] = 'noindex';
    },
  };
  return createCallHandler(endpoint, [forbidIndexing], async (event) => {
    try {
      return await handle(getValidCall<Request>(event), event);
    } catch (error) {
      const isGone = error instanceof Problem && error.code === 'nothing-to-report';
      throw isGone ? new Problem('shared-report-not-found') : error;
    }
  });
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
