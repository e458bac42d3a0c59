import type { z } from 'zod';
import type { PrincipalKind } from '../access/principal.ts';
import type { Permission } from '../access/roles.ts';
import type { ProblemCode } from '../problems/problems.ts';

/** Begins the path of every call. Clients see it behind the name of the stage. */
export const API_ROOT = '/v1';

/** Name of the gateway's stage, the first path segment of every URL: resources begin with `API_ROOT`. */
export const STAGE_NAME = 'api';

/** Begins the path of every call as clients see it. */
export const API_PATH = `/${STAGE_NAME}${API_ROOT}`;

/**
 * The schemas of a request. A part without a schema takes nothing: unknown query parameters are refused, though not
 * by a call that needs no key, which looks at no part of its request.
 */
export interface RequestSchemas {
  /** Path parameters. A value of another form answers 404, exactly as an unknown id does. */
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** The headers that the call reads, by their usual spelling. */
  headers?: z.ZodObject;
  body?: z.ZodType;
}

/** A header of an answer, as the OpenAPI document describes it. */
export type HeaderSpec = {
  description: string;
  schema: { type: 'string' | 'integer'; format?: string; minimum?: number; enum?: string[] };
  /** Present in every such answer. */
  required?: boolean;
};

/** An answer that is no problem. */
export interface ResponseSpec {
  description: string;
  headers?: Record<string, HeaderSpec>;
  /** Schema of the body by media type; a string is that of a text. */
  content?: Record<
    string,
    { schema: z.ZodType; example?: unknown; examples?: Record<string, { summary: string; value: unknown }> }
  >;
}

/** Who may make a call: principals of these kinds whose role includes the permission, or everybody. */
type Callers<Kind extends PrincipalKind> =
  | { permission: Permission; principals: readonly [Kind, ...Kind[]] }
  | { permission: null; principals: readonly [] };

/** One call of the API: who may make it, what it takes and what it answers. */
export type Endpoint<
  Request extends RequestSchemas = RequestSchemas,
  Id extends string = string,
  Kind extends PrincipalKind = PrincipalKind,
> = Contract<Request, Id> & Callers<Kind>;

interface Contract<Request extends RequestSchemas, Id extends string> {
  /** Also the name of the function that handles it. */
  operationId: Id;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Behind `/v1`, with `{parameters}` in braces. */
  path: string;
  tag: string;
  summary: string;
  description?: string;
  /** Request header that the answer is chosen by, sent as `Vary` with every answer, a problem too. */
  vary?: string;
  request: Request;
  responses: Record<number, ResponseSpec>;
  /** Problems of this call, besides those that `listEndpointProblems` derives from its form. */
  problems: readonly ProblemCode[];
}

/** What a part of the request is once it was validated. */
type Validated<Schema> = Schema extends z.ZodType ? z.output<Schema> : Record<string, never>;

/** A request of an endpoint, validated. */
export interface ValidRequest<Request extends RequestSchemas> {
  params: Validated<Request['params']>;
  query: Validated<Request['query']>;
  headers: Validated<Request['headers']>;
  body: Request['body'] extends z.ZodType ? z.output<Request['body']> : undefined;
}

/** Declares an endpoint, keeping the types of its schemas, its id and the kinds of its callers. */
export function defineEndpoint<
  const Request extends RequestSchemas,
  const Id extends string,
  const Kind extends PrincipalKind,
>(endpoint: Endpoint<Request, Id, Kind>): Endpoint<Request, Id, Kind> {
  return endpoint;
}

/** Problems that the authorizer or the gateway ends a call with, before any handler or in its place. */
export const gatewayProblems: readonly ProblemCode[] = [
  'key-missing',
  'key-malformed',
  'key-unknown',
  'key-expired',
  'key-revoked',
  'bad-request',
  'request-blocked',
  'timeout',
];

/** Problems of a handler that the gateway may also end a call with, or that may come before the key was counted. */
export const earlyProblems: readonly ProblemCode[] = [
  'body-too-large',
  'unsupported-media-type',
  'rate-limited',
  'internal-error',
  'service-unavailable',
];

/** Problems that pass by waiting: their answers have `Retry-After`. */
export const retryableProblems: readonly ProblemCode[] = [
  'idempotency-in-progress',
  'rate-limited',
  'unfinished-scans-limit',
  'pages-per-month-limit',
  'high-priority-share',
  'service-unavailable',
];

/** Every problem that an endpoint may answer with. */
export function listEndpointProblems({ permission, request, problems }: Endpoint): ProblemCode[] {
  const ofKey: ProblemCode[] = [
    'key-missing',
    'key-malformed',
    'key-unknown',
    'key-expired',
    'key-revoked',
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

/** Headers of every answer, of the handlers and of the gateway. HSTS as of https://hstspreload.org, one year. */
export const standardHeaders = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
} as const;

/** Media type of every answer that is a problem (RFC 9457). */
export const PROBLEM_TYPE = 'application/problem+json';
