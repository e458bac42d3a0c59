import {
  createDocument,
  type oas31,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverrideContext,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from 'zod-openapi';
import { API_KEY_HEADER, KEY_EXPIRES_HEADER } from '../../core/access/key-text.ts';
import { findRolesWithPermission, type Permission, roles } from '../../core/access/roles.ts';
import {
  type Endpoint,
  earlyProblems,
  gatewayProblems,
  type HeaderSpec,
  listEndpointProblems,
  PROBLEM_TYPE,
  retryableProblems,
} from '../../core/api/endpoint.ts';
import { endpoints } from '../../core/api/endpoints.ts';
import { retryAfterHeader } from '../../core/api/parts.ts';
import { buildProblemBody, Problem, problemSchema } from '../../core/problems/problem.ts';
import { type ProblemCode, problems } from '../../core/problems/problems.ts';
import { shareParts } from './share-parts.ts';

const SECURITY_SCHEME = 'apiKey';
/** Why a problem may lack a header that a handler gives. */
const ABSENCE = 'Absent when the call ended before its key was counted.';
const EXAMPLE_REQUEST_ID = '7f1d3c1e-5a0b-4c7e-9b7b-0f6f0c0f6a11';

/** Headers of every answer. */
const commonHeaders: Record<string, HeaderSpec> = {
  'X-Request-Id': {
    description: 'Id of the call; also in the logs and in `instance` of a problem.',
    schema: { type: 'string' },
    required: true,
  },
};

/** Headers of every answer to a call behind a key, once its key was counted. */
const keyHeaders: Record<string, HeaderSpec> = {
  [KEY_EXPIRES_HEADER]: {
    description:
      'When the value of the key that was sent stops working; after a rotation, of its old value the end of the grace.',
    schema: { type: 'string', format: 'date-time' },
  },
  'RateLimit-Limit': { description: 'Requests that the key may make a minute.', schema: { type: 'integer' } },
  'RateLimit-Remaining': { description: 'Requests left in this minute.', schema: { type: 'integer' } },
  'RateLimit-Reset': { description: 'Seconds until the next minute.', schema: { type: 'integer' } },
};

const challengeHeaders: Record<string, HeaderSpec> = {
  'WWW-Authenticate': { description: 'The scheme.', schema: { type: 'string' }, required: true },
};

const description = `Scans web sites for accessibility problems. Every call but those of the tag Service that say so
needs an API key in the header \`${API_KEY_HEADER}\`. Lists page with \`limit\` and \`cursor\`; times are RFC 3339 UTC.
Errors are \`application/problem+json\` (RFC 9457) with a stable \`code\`. A path that exists answers 405 with
\`Allow\` to methods that it does not have; a path that does not exist answers 404 with \`route-not-found\`.
No report says that a site is accessible or compliant: automated checks cannot establish that.

Roles: ${Object.entries(roles)
  .map(([name, { meaning }]) => `\`${name}\` (${meaning})`)
  .join(', ')}.`;

let withoutServers: oas31.OpenAPIObject | undefined;

/** Returns the OpenAPI 3.1 document, made of the schemas that validate the calls. In: where the API is, ending in `/v1`. */
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
        security: [{ [SECURITY_SCHEME]: [] }],
        paths: pathsOf(endpoints),
        components: {
          securitySchemes: {
            [SECURITY_SCHEME]: { type: 'apiKey', in: 'header', name: API_KEY_HEADER, description: '`key_…`' },
          },
        },
      },
      { override: simplify },
    ),
  ) as oas31.OpenAPIObject;
  const shared = shareParts(document);
  return { ...document, components: { ...shared, ...document.components } as oas31.ComponentsObject };
}

/** Removes from a schema what zod adds to it and a client must not rely on, or what the schema already says. */
function simplify({ jsonSchema: schema, io }: ZodOpenApiOverrideContext): void {
  // Members may be added to responses at any time, so clients are not told that there are no others.
  if (io === 'output' && schema.additionalProperties === false) delete schema.additionalProperties;
  // The format says the same; the range is that in which JavaScript's integers are exact.
  if (schema.format === 'date-time') delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

/**
 * zod-openapi writes `additionalProperties: false` beside a reference to an answer's schema that has a description
 * of its own, where `override` does not reach; beside a reference it would forbid every member.
 */
function openReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(openReferences);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, openReferences(member)] as const);
  const isReference = Object.hasOwn(value, '$ref');
  return Object.fromEntries(members.filter(([name]) => !(isReference && name === 'additionalProperties')));
}

function pathsOf(all: readonly Endpoint[]): ZodOpenApiPathsObject {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const endpoint of all) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return paths;
}

function operation(endpoint: Endpoint): ZodOpenApiOperationObject {
  const { operationId, permission, tag, summary, request } = endpoint;
  return {
    operationId,
    tags: [tag],
    summary,
    description: [endpoint.description, rolesText(permission)].filter(Boolean).join('\n\n'),
    ...(permission === null ? { security: [] } : { 'x-roles': findRolesWithPermission(permission) }),
    requestParams: {
      ...(request.params ? { path: request.params } : {}),
      ...(request.query ? { query: request.query } : {}),
      ...(request.headers ? { header: request.headers } : {}),
    },
    ...(request.body
      ? { requestBody: { required: true, content: { 'application/json': { schema: request.body } } } }
      : {}),
    responses: { ...answersOf(endpoint), ...problemAnswersOf(endpoint) },
  };
}

function rolesText(permission: Permission | null): string {
  return permission === null ? 'Needs no key.' : `Roles: ${findRolesWithPermission(permission).join(', ')}.`;
}

function answersOf(endpoint: Endpoint): Record<string, ZodOpenApiResponseObject> {
  return Object.fromEntries(
    Object.entries(endpoint.responses).map(([status, { headers, ...answer }]) => [
      status,
      { ...answer, headers: { ...commonHeaders, ...handlerHeaders(endpoint, true), ...headers } },
    ]),
  );
}

/** Headers of the answers that a handler decides; whether all answers of a status have them is for the caller to say. */
function handlerHeaders({ permission, vary }: Endpoint, required: boolean): Record<string, HeaderSpec> {
  const headers = {
    ...(permission === null ? {} : keyHeaders),
    ...(vary === undefined
      ? {}
      : { Vary: { description: `\`${vary}\``, schema: { type: 'string' as const, enum: [vary] } } }),
  };
  return Object.fromEntries(
    Object.entries(headers).map(([name, header]) => [
      name,
      required ? { ...header, required } : { ...header, description: `${header.description} ${ABSENCE}` },
    ]),
  );
}

/** One answer for each status; its problems are told apart by their codes, each with an example. */
function problemAnswersOf(endpoint: Endpoint): Record<string, ZodOpenApiResponseObject> {
  const byStatus = Map.groupBy(listEndpointProblems(endpoint), (code) => problems[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `\`${code}\`: ${problems[code].meaning}`).join('\n\n'),
        headers: { ...commonHeaders, ...problemHeaders(endpoint, status, codes) },
        content: {
          [PROBLEM_TYPE]: {
            schema: problemSchema,
            examples: Object.fromEntries(codes.map((code) => [code, { value: example(code) }])),
          },
        },
      },
    ]),
  );
}

function problemHeaders(
  endpoint: Endpoint,
  status: number,
  codes: readonly ProblemCode[],
): Record<string, HeaderSpec> {
  const isHandled = codes.some((code) => !gatewayProblems.includes(code));
  const isCounted = codes.every((code) => ![...gatewayProblems, ...earlyProblems].includes(code));
  return {
    ...(status === problems['key-missing'].status ? challengeHeaders : {}),
    ...(isHandled ? handlerHeaders(endpoint, isCounted) : {}),
    ...retryHeader(codes),
  };
}

/** `Retry-After` of a status, naming the codes that come with it where not all of them do. */
function retryHeader(codes: readonly ProblemCode[]): Record<string, HeaderSpec> {
  const passing = codes.filter((code) => retryableProblems.includes(code));
  if (passing.length === 0) return {};
  const isAlways = passing.length === codes.length;
  const only = isAlways ? '' : ` Only with ${passing.map((code) => `\`${code}\``).join(', ')}.`;
  const description = `${retryAfterHeader.description}${only}`;
  return { 'Retry-After': { ...retryAfterHeader, description, ...(isAlways ? { required: true } : {}) } };
}

function example(code: ProblemCode) {
  return buildProblemBody(new Problem(code), EXAMPLE_REQUEST_ID);
}
