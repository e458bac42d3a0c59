import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { Principal, PrincipalKind, PrincipalOf } from '../../core/access/principal.ts';
import type { RequestSchemas, ValidRequest } from '../../core/api/endpoint.ts';

/** One call of the API as the middleware builds it up, step by step. */
export interface Call {
  /** The gateway's id of the request: in every answer, in every log line, and in every message of a scan. */
  requestId: string;
  now: Date;
  /** Where the API is as the caller reached it, e.g. `https://…` and `/api/v1`. */
  base: { origin: string; path: string };
  /** Headers that every answer to this call carries, a problem too. */
  answerHeaders: Record<string, string>;
  principal?: Principal;
  /** The body as parsed JSON, not yet validated. */
  json?: unknown;
  valid?: ValidRequest<RequestSchemas>;
}

/** A call whose request was validated. */
export type ValidCall<Request extends RequestSchemas> = ValidRequest<Request> &
  Pick<Call, 'requestId' | 'now' | 'base'> & { accept: string | undefined };

/** Who makes a call: a principal of one of the kinds that may make it. */
export interface Caller<Kind extends PrincipalKind = PrincipalKind> {
  principal: PrincipalOf<Kind>;
}

/** The gateway's event with the call that the middleware makes of it. */
export interface ApiEvent extends APIGatewayProxyEvent {
  call: Call;
}

export type ApiMiddleware = MiddlewareObj<ApiEvent, APIGatewayProxyResult>;
