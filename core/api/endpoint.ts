import type { z } from 'zod';
import type { CallerKind, PrincipalKind } from '../access/principal.ts';
import type { Permission } from '../access/roles.ts';
import type { ProblemCode } from '../problems/problems.ts';

/** First part of the path of every call. In URLs, the name of the stage precedes it. */
export const API_ROOT = '/v1';

/** Name of the API Gateway stage, the first path segment of every URL. Resource paths begin with `API_ROOT`. */
export const STAGE_NAME = 'api';

/** First part of the path of every call in URLs. */
export const API_PATH = `/${STAGE_NAME}${API_ROOT}`;

/**
 * The schemas of a request. A part without a schema must be empty: unknown query parameters are refused. A public
 * call does not validate its request.
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

/**
 * Who may make a call: principals of these kinds whose role includes the permission; every signed-in person, whether
 * the call names an account or not; or everyone.
 */
type Callers<Kind extends CallerKind> =
  | { permission: Permission; principals: readonly [Kind & PrincipalKind, ...(Kind & PrincipalKind)[]] }
  | { permission: null; principals: readonly [Kind & 'person'] }
  | { permission: null; principals: readonly [] };

/** One call of the API: who may make it, its request and its responses. */
export type Endpoint<
  Request extends RequestSchemas = RequestSchemas,
  Id extends string = string,
  Kind extends CallerKind = CallerKind,
  Handler extends string = string,
> = Contract<Request, Id, Handler> & Callers<Kind>;

interface Contract<Request extends RequestSchemas, Id extends string, Handler extends string> {
  /** Also the name of the function that handles it, unless `handledBy` names another one. */
  operationId: Id;
  /** The name of the function that handles this call and others. */
  handledBy?: Handler;
  /** Whether people may make this call only shortly after a sign-in, see `RECENT_SIGN_IN_MINUTES`. */
  recentSignIn?: true;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
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

/** Returns the endpoint. Keeps the literal types of its schemas, its id, its function and the kinds of its callers. */
export function defineEndpoint<
  const Request extends RequestSchemas,
  const Id extends string,
  const Kind extends CallerKind,
  const Handler extends string = Id,
>(endpoint: Endpoint<Request, Id, Kind, Handler>): Endpoint<Request, Id, Kind, Handler> {
  return endpoint;
}

/** True if everyone may make a call. */
export function isPublic({ principals }: Pick<Endpoint, 'principals'>): boolean {
  return principals.length === 0;
}

/** True if people may make a call with a session. */
function isForPeople({ principals }: Pick<Endpoint, 'principals'>): boolean {
  return principals.some((kind) => kind === 'member' || kind === 'person');
}

/** True if API keys may make a call. */
export function isForKeys({ principals }: Pick<Endpoint, 'principals'>): boolean {
  return principals.some((kind) => kind === 'key');
}

/** Problems that the authorizer, the gateway or the first middleware responds with, before the call is counted. */
export const gatewayProblems: readonly ProblemCode[] = [
  'session-ended',
  'two-credentials',
  'not-a-member',
  'cross-site-request',
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
 * Problems of a handler that the gateway may also respond with, or that may occur before the call is counted for its
 * key or person.
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
export function listEndpointProblems(endpoint: Endpoint): ProblemCode[] {
  const { permission, recentSignIn, method, request, problems } = endpoint;
  // The authorizer verifies a key before the call is known to be for people only.
  const ofCaller: ProblemCode[] = [
    'key-missing',
    'key-malformed',
    'key-unknown',
    'key-expired',
    'key-revoked',
    'too-many-wrong-keys',
    'two-credentials',
    'rate-limited',
    'invalid-request',
  ];
  const ofPeople: ProblemCode[] = [
    'session-ended',
    'not-a-member',
    ...(method === 'GET' ? [] : ['cross-site-request' as const]),
    ...(permission === null ? [] : ['account-missing' as const]),
    ...(recentSignIn ? ['sign-in-too-old' as const] : []),
  ];
  const ofBody: ProblemCode[] = ['body-too-large', 'unsupported-media-type', 'malformed-json'];
  return [
    ...new Set<ProblemCode>([
      ...(isPublic(endpoint) ? [] : ofCaller),
      ...(isForPeople(endpoint) ? ofPeople : []),
      ...(isPublic(endpoint) || isForKeys(endpoint) ? [] : ['people-only' as const]),
      ...(permission === null ? [] : ['role-too-small' as const]),
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

/**
 * Headers of every response, from handlers and from the gateway. HSTS: one year, see https://hstspreload.org. The API
 * has the same origin as the dashboard, so a response that a browser shows as a page must not run code there.
 */
export const standardHeaders = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
} as const;

/** Media type of every problem response (RFC 9457). */
export const PROBLEM_TYPE = 'application/problem+json';
