import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { AnyPrincipal, CallerKind, PrincipalOf } from '../../core/access/principal.ts';
import type { RequestSchemas, ValidRequest } from '../../core/api/endpoint.ts';

/** One call of the API. Each middleware adds its part. */
export interface Call {
  /** The request id from API Gateway. It is in every response, in every log line, and in every message of a scan. */
  requestId: string;
  now: Date;
  /** The base URL of the API as the caller addressed it, e.g. `https://…` and `/api/v1`. */
  base: { origin: string; path: string };
  /** Headers of every response to this call, including problems. */
  answerHeaders: Record<string, string>;
  principal?: AnyPrincipal;
  /** The body as parsed JSON, before validation. */
  json?: unknown;
  valid?: ValidRequest<RequestSchemas>;
}

/** A call whose request was validated. */
export type ValidCall<Request extends RequestSchemas> = ValidRequest<Request> &
  Pick<Call, 'requestId' | 'now' | 'base'> & { accept: string | undefined };

/** The caller: a principal of a kind that may make the call. */
export interface Caller<Kind extends CallerKind = CallerKind> {
  principal: PrincipalOf<Kind>;
}

/** The event of API Gateway with the call that the middleware builds. */
export interface ApiEvent extends APIGatewayProxyEvent {
  call: Call;
}

export type ApiMiddleware = MiddlewareObj<ApiEvent, APIGatewayProxyResult>;
