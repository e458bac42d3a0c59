import {
  createDocument,
  type oas31,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverrideContext,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from 'zod-openapi';
import { API_KEY_HEADER, KEY_EXPIRES_HEADER } from '../../core/access/key-text.ts';
import { findRolesWithPermission, roles } from '../../core/access/roles.ts';
import { ACCOUNT_HEADER, NO_ACCOUNT, SESSION_COOKIE } from '../../core/access/session-text.ts';
import {
  type Endpoint,
  earlyProblems,
  gatewayProblems,
  type HeaderSpec,
  isForKeys,
  isPublic,
  listEndpointProblems,
  PROBLEM_TYPE,
  retryableProblems,
} from '../../core/api/endpoint.ts';
import { endpoints } from '../../core/api/endpoints.ts';
import { retryAfterHeader } from '../../core/api/parts.ts';
import { RECENT_SIGN_IN_MINUTES } from '../../core/people/session.ts';
import { buildProblemBody, Problem, problemSchema } from '../../core/problems/problem.ts';
import { type ProblemCode, problems } from '../../core/problems/problems.ts';
import { buildWebhookPaths } from './openapi-webhooks.ts';
import { shareParts } from './share-parts.ts';

const KEY_SCHEME = 'apiKey';
const SESSION_SCHEME = 'session';
/** Appended to the description of a header that some problems lack. */
const ABSENCE = 'Absent if the call ended before it was counted for its key or person.';
const EXAMPLE_REQUEST_ID = '7f1d3c1e-5a0b-4c7e-9b7b-0f6f0c0f6a11';

/** Headers of every response. */
const commonHeaders: Record<string, HeaderSpec> = {
  'X-Request-Id': {
    description: 'Id of the call; also in the logs and in `instance` of a problem.',
    schema: { type: 'string' },
    required: true,
  },
};

/** Headers of every response to a call with a key. */
const keyHeaders: Record<string, HeaderSpec> = {
  [KEY_EXPIRES_HEADER]: {
    description:
      'When the value of the key that was sent stops working. For an old value after a rotation: the end of its grace period. Absent in responses to people.',
    schema: { type: 'string', format: 'date-time' },
  },
};

/** Headers of every response to a call with a credential, once the call is counted for its key or person. */
const rateHeaders: Record<string, HeaderSpec> = {
  'RateLimit-Limit': {
    description: 'Requests that the key or the person may make per minute.',
    schema: { type: 'integer' },
  },
  'RateLimit-Remaining': { description: 'Remaining requests in this minute.', schema: { type: 'integer' } },
  'RateLimit-Reset': { description: 'Seconds until the next minute begins.', schema: { type: 'integer' } },
};

const challengeHeaders: Record<string, HeaderSpec> = {
  'WWW-Authenticate': {
    description: 'The authentication scheme.',
    schema: { type: 'string' },
    required: true,
  },
};

const description = `Scans web sites for accessibility problems. Calls need an API key in the header
\`${API_KEY_HEADER}\`, except those that say otherwise. The dashboard sends the cookie of a session instead, and names the
account in \`${ACCOUNT_HEADER}\` (\`${NO_ACCOUNT}\` for a call that concerns no account). Lists are paged with \`limit\` and \`cursor\`; times are RFC 3339 UTC.
Errors are \`application/problem+json\` (RFC 9457) with a stable \`code\`. A path that exists returns 405 with
\`Allow\` to methods that it does not support; a path that does not exist returns 404 with \`route-not-found\`.
No report says that a site is accessible or compliant: automated checks cannot establish that.

Roles: ${Object.entries(roles)
  .map(([name, { meaning }]) => `\`${name}\` (${meaning})`)
  .join(', ')}.`;

let withoutServers: oas31.OpenAPIObject | undefined;

/**
 * Returns the OpenAPI 3.1 document, built from the schemas that validate the calls.
 * @param serverUrl base URL of the API, ending in `/v1`
 */
export function buildOpenApiDocument(serverUrl: string): oas31.OpenAPIObject {
  withoutServers ??= describeCalls();
  return { ...withoutServers, servers: [{ url: serverUrl }] };
}

function describeCalls(): oas31.OpenAPIObject {
  const document = openReferences(
    createDocument(
      {
        openapi: '3.1.0',
        info: {
          title: 'Accessibility scanning service',
          version: '1.0.0',
          description,
          license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
        },
        security: [{ [KEY_SCHEME]: [] }, { [SESSION_SCHEME]: [] }],
        paths: buildPaths(endpoints),
        webhooks: buildWebhookPaths(),
        components: {
          securitySchemes: {
            [KEY_SCHEME]: { type: 'apiKey', in: 'header', name: API_KEY_HEADER, description: '`key_…`' },
            [SESSION_SCHEME]: {
              type: 'apiKey',
              in: 'cookie',
              name: SESSION_COOKIE,
              description: 'The session of a person, from a sign-in.',
            },
          },
        },
      },
      { override: simplify },
    ),
  ) as oas31.OpenAPIObject;
  const shared = shareParts(document);
  return { ...document, components: { ...shared, ...document.components } as oas31.ComponentsObject };
}

/** Removes from a schema what zod adds but clients must not rely on, and what the schema already says. */
function simplify({ jsonSchema: schema, io }: ZodOpenApiOverrideContext): void {
  // Members may be added to responses at any time, so the schemas of responses do not exclude further members.
  if (io === 'output' && schema.additionalProperties === false) delete schema.additionalProperties;
  // The format says the same as the pattern. The range is the range of JavaScript's safe integers.
  if (schema.format === 'date-time') delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

/**
 * Removes `additionalProperties: false` beside references, where it would forbid every member. zod-openapi writes it
 * beside a reference to a response schema with its own description; `override` is not called there.
 */
function openReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(openReferences);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, openReferences(member)] as const);
  const isReference = Object.hasOwn(value, '$ref');
  return Object.fromEntries(members.filter(([name]) => !(isReference && name === 'additionalProperties')));
}

function buildPaths(all: readonly Endpoint[]): ZodOpenApiPathsObject {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = Object.create(null);
  for (const endpoint of all) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: buildOperation(endpoint),
    };
  }
  return paths;
}

function buildOperation(endpoint: Endpoint): ZodOpenApiOperationObject {
  const { operationId, permission, principals, tag, summary, request } = endpoint;
  return {
    operationId,
    tags: [tag],
    summary,
    description: [endpoint.description, formatCallers(endpoint)].filter(Boolean).join('\n\n'),
    ...buildSecurity(endpoint),
    'x-principals': [...principals],
    ...(permission === null ? {} : { 'x-roles': findRolesWithPermission(permission) }),
    requestParams: {
      ...(request.params ? { path: request.params } : {}),
      ...(request.query ? { query: request.query } : {}),
      ...(request.headers ? { header: request.headers } : {}),
    },
    ...(request.body
      ? { requestBody: { required: true, content: { 'application/json': { schema: request.body } } } }
      : {}),
    responses: { ...buildAnswers(endpoint), ...buildProblemAnswers(endpoint) },
  };
}

/** Returns the credentials of a call, unless they are those of the whole document. */
function buildSecurity(endpoint: Endpoint): { security?: Record<string, string[]>[] } {
  if (isPublic(endpoint)) return { security: [] };
  return isForKeys(endpoint) ? {} : { security: [{ [SESSION_SCHEME]: [] }] };
}

function formatCallers(endpoint: Endpoint): string {
  const { permission, recentSignIn } = endpoint;
  const who = isForKeys(endpoint) ? '' : 'For people only. ';
  const recent = recentSignIn
    ? ` People need a sign-in within the last ${RECENT_SIGN_IN_MINUTES} minutes.`
    : '';
  if (permission !== null) return `${who}Roles: ${findRolesWithPermission(permission).join(', ')}.${recent}`;
  return isPublic(endpoint) ? 'Needs no key.' : `For every signed-in person.${recent}`;
}

function buildAnswers(endpoint: Endpoint): Record<string, ZodOpenApiResponseObject> {
  return Object.fromEntries(
    Object.entries(endpoint.responses).map(([status, { headers, ...answer }]) => [
      status,
      { ...answer, headers: { ...commonHeaders, ...buildHandlerHeaders(endpoint, true), ...headers } },
    ]),
  );
}

/**
 * Returns the headers of the responses of a handler.
 * @param required whether all responses of a status have them
 */
function buildHandlerHeaders(endpoint: Endpoint, required: boolean): Record<string, HeaderSpec> {
  const { vary } = endpoint;
  const headers = {
    ...(isPublic(endpoint) ? {} : rateHeaders),
    ...(vary === undefined
      ? {}
      : { Vary: { description: `\`${vary}\``, schema: { type: 'string' as const, enum: [vary] } } }),
  };
  const described = Object.entries(headers).map(([name, header]) => [
    name,
    required ? { ...header, required } : { ...header, description: `${header.description} ${ABSENCE}` },
  ]);
  return { ...(isForKeys(endpoint) ? keyHeaders : {}), ...Object.fromEntries(described) };
}

/** Returns one response for each status. Its problems differ by code; each has an example. */
function buildProblemAnswers(endpoint: Endpoint): Record<string, ZodOpenApiResponseObject> {
  const byStatus = Map.groupBy(listEndpointProblems(endpoint), (code) => problems[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `\`${code}\`: ${problems[code].meaning}`).join('\n\n'),
        headers: { ...commonHeaders, ...buildProblemHeaders(endpoint, status, codes) },
        content: {
          [PROBLEM_TYPE]: {
            schema: problemSchema,
            examples: Object.fromEntries(codes.map((code) => [code, { value: buildExample(code) }])),
          },
        },
      },
    ]),
  );
}

function buildProblemHeaders(
  endpoint: Endpoint,
  status: number,
  codes: readonly ProblemCode[],
): Record<string, HeaderSpec> {
  const isHandled = codes.some((code) => !gatewayProblems.includes(code));
  const isCounted = codes.every((code) => ![...gatewayProblems, ...earlyProblems].includes(code));
  return {
    ...(status === problems['key-missing'].status ? challengeHeaders : {}),
    ...(isHandled ? buildHandlerHeaders(endpoint, isCounted) : {}),
    ...buildRetryHeader(codes),
  };
}

/**
 * Returns the `Retry-After` header of a status. If only some of its codes come with the header, the description names
 * them.
 */
function buildRetryHeader(codes: readonly ProblemCode[]): Record<string, HeaderSpec> {
  const retryable = codes.filter((code) => retryableProblems.includes(code));
  if (retryable.length === 0) return {};
  const isAlways = retryable.length === codes.length;
  const only = isAlways ? '' : ` Only with ${retryable.map((code) => `\`${code}\``).join(', ')}.`;
  const description = `${retryAfterHeader.description}${only}`;
  return { 'Retry-After': { ...retryAfterHeader, description, ...(isAlways ? { required: true } : {}) } };
}

function buildExample(code: ProblemCode) {
  return buildProblemBody(new Problem(code), EXAMPLE_REQUEST_ID);
}
