import type { z } from 'zod';
import type { PrincipalKind } from '../access/principal.ts';
import type { Permission } from '../access/roles.ts';
import type { ProblemCode } from '../problems/problems.ts';

/** First part of the path of every call. In URLs, the name of the stage precedes it. */
export const API_ROOT = '/v1';

/** Name of the API Gateway stage, the first path segment of every URL. Resource paths begin with `API_ROOT`. */
export const STAGE_NAME = 'api';

/** First part of the path of every call in URLs. */
export const API_PATH = `/${STAGE_NAME}${API_ROOT}`;

/**
 * The schemas of a request. A part without a schema must be empty: unknown query parameters are refused. A call that
 * needs no key does not validate its request.
 */
export interface RequestSchemas {
  /** Path parameters. A malformed value gets a 404 response, exactly like an unknown id. */
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** The headers that the call reads, by their usual spelling. */
  headers?: z.ZodObject;
  body?: z.ZodType;
}

/** A response header, as the OpenAPI document describes it. */
export type HeaderSpec = {
  description: string;
  schema: { type: 'string' | 'integer'; format?: string; minimum?: number; enum?: string[] };
  /** Present in every such response. */
  required?: boolean;
};

/** A successful response. */
export interface ResponseSpec {
  description: string;
  headers?: Record<string, HeaderSpec>;
  /** Schema of the body by media type; a string schema for text. */
  content?: Record<
    string,
    { schema: z.ZodType; example?: unknown; examples?: Record<string, { summary: string; value: unknown }> }
  >;
}

/** Who may make a call: principals of these kinds whose role includes the permission, or everyone. */
type Callers<Kind extends PrincipalKind> =
  | { permission: Permission; principals: readonly [Kind, ...Kind[]] }
  | { permission: null; principals: readonly [] };

/** One call of the API: who may make it, its request and its responses. */
export type Endpoint<
  Request extends RequestSchemas = RequestSchemas,
  Id extends string = string,
  Kind extends PrincipalKind = PrincipalKind,
> = Contract<Request, Id> & Callers<Kind>;

interface Contract<Request extends RequestSchemas, Id extends string> {
  /** Also the name of the function that handles it. */
  operationId: Id;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path after `/v1`, with `{parameters}` in braces. */
  path: string;
  tag: string;
  summary: string;
  description?: string;
  /** Request header that selects the response; every response, also a problem, names it in `Vary`. */
  vary?: string;
  request: Request;
  responses: Record<number, ResponseSpec>;
  /** Problems of this call, in addition to those that `listEndpointProblems` derives. */
  problems: readonly ProblemCode[];
}

/** The type of a part of the request after validation. */
type Validated<Schema> = Schema extends z.ZodType ? z.output<Schema> : Record<string, never>;

/** A validated request of an endpoint. */
export interface ValidRequest<Request extends RequestSchemas> {
  params: Validated<Request['params']>;
  query: Validated<Request['query']>;
  headers: Validated<Request['headers']>;
  body: Request['body'] extends z.ZodType ? z.output<Request['body']> : undefined;
}

/** Returns the endpoint. Keeps the literal types of its schemas, its id and the kinds of its callers. */
export function defineEndpoint<
  const Request extends RequestSchemas,
  const Id extends string,
  const Kind extends PrincipalKind,
>(endpoint: Endpoint<Request, Id, Kind>): Endpoint<Request, Id, Kind> {
  return endpoint;
}

/** Problems that the authorizer or the gateway responds with, before or instead of a handler. */
export const gatewayProblems: readonly ProblemCode[] = [
  'key-missing',
  'key-malformed',
  'key-unknown',
  'key-expired',
  'key-revoked',
  'too-many-wrong-keys',
  'bad-request',
  'request-blocked',
  'timeout',
];

/**
 * Problems of a handler that the gateway may also respond with, or that may occur before the call of the key is
 * counted.
 */
export const earlyProblems: readonly ProblemCode[] = [
  'body-too-large',
  'unsupported-media-type',
  'rate-limited',
  'internal-error',
  'service-unavailable',
];

/** Temporary problems: their responses have `Retry-After`. */
export const retryableProblems: readonly ProblemCode[] = [
  'idempotency-in-progress',
  'rate-limited',
  'unfinished-scans-limit',
  'pages-per-month-limit',
  'scans-per-month-limit',
  'high-priority-share',
  'service-unavailable',
];

/** Returns every problem that an endpoint may respond with. */
export function listEndpointProblems({ permission, request, problems }: Endpoint): ProblemCode[] {
  const ofKey: ProblemCode[] = [
    'key-missing',
    'key-malformed',
    'key-unknown',
    'key-expired',
    'key-revoked',
    'too-many-wrong-keys',
    'role-too-small',
    'rate-limited',
  ];
  const ofBody: ProblemCode[] = ['body-too-large', 'unsupported-media-type', 'malformed-json'];
  return [
    ...new Set<ProblemCode>([
      ...(permission === null ? [] : [...ofKey, 'invalid-request' as const]),
      ...(request.body ? ofBody : []),
      ...problems,
      'bad-request',
      'request-blocked',
      'internal-error',
      'service-unavailable',
      'timeout',
    ]),
  ];
}

/** Headers of every response, from handlers and from the gateway. HSTS: one year, see https://hstspreload.org. */
export const standardHeaders = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
} as const;

/** Media type of every problem response (RFC 9457). */
export const PROBLEM_TYPE = 'application/problem+json';
