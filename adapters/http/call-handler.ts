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

/** Time kept back from a function's timeout to answer that the time is up. */
const TIMEOUT_EARLY_MS = 300;

/** A Lambda handler behind the gateway. */
export type ApiHandler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/**
 * The way of every call, from the outside in.
 * @param endpoint the call's contract; without one the request is not looked at
 * @param access middleware that decides who may go on
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
  // middy types its handlers with a third argument that Lambda does not pass.
  return handler as unknown as ApiHandler;
}

/** Returns a call whose request was validated, as its handler takes it. */
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
