import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { Endpoint, RequestSchemas, ValidRequest } from '../../core/api/endpoint.ts';
import { createTracingMiddleware } from '../observability/tracing.ts';
import { type Answer, toResult } from './answer.ts';
import { answerProblems } from './answer-problems.ts';
import { beginCall } from './begin-call.ts';
import type { ApiEvent, ApiMiddleware, ValidCall } from './call.ts';
import { finishAnswer } from './finish-answer.ts';
import { joinHeaderValues } from './headers.ts';
import { readBody } from './read-body.ts';
import { validateRequest } from './validate-request.ts';

/** The handler stops this long before the timeout of the function, so that it can still send a response. */
const TIMEOUT_EARLY_MS = 300;

/** A Lambda handler behind API Gateway. */
export type ApiHandler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/**
 * Returns the handler of a call, with the middleware of every call, outermost first.
 * @param endpoint the contract of the call; without `request` the request is not validated
 * @param access middleware that authorizes the caller
 * @param handle returns the response to a call
 */
export function createCallHandler(
  { operationId, vary, request }: Pick<Endpoint, 'operationId' | 'vary'> & { request?: RequestSchemas },
  access: ApiMiddleware[],
  handle: (event: ApiEvent) => Promise<Answer>,
): ApiHandler {
  const handler = middy<ApiEvent, APIGatewayProxyResult>({ timeoutEarlyInMillis: TIMEOUT_EARLY_MS })
    .use(createTracingMiddleware())
    .use(beginCall(operationId, vary))
    .use(finishAnswer())
    .use(answerProblems())
    .use(access)
    .use(request?.body ? [readBody()] : [])
    .use(request ? [validateRequest(request)] : [])
    .handler(async (event: ApiEvent) => toResult(await handle(event)));
  // The types of middy have a third argument that Lambda does not pass.
  return handler as unknown as ApiHandler;
}

/** Returns a call with its validated request, as the handler's parameter. */
export function getValidCall<Request extends RequestSchemas>(event: ApiEvent): ValidCall<Request> {
  const { requestId, now, base, valid } = event.call;
  return {
    ...(valid as ValidRequest<Request>),
    requestId,
    now,
    base,
    accept: joinHeaderValues(event, 'Accept'),
  };
}
