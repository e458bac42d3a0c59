import type { z } from 'zod';
import type { RequestSchemas, ValidRequest } from '../../core/api/endpoint.ts';
import { createInvalidRequest, Problem, type RequestError } from '../../core/problems/problem.ts';
import type { ProblemCode } from '../../core/problems/problems.ts';
import { formatPath, listRequestErrors } from '../../core/problems/request-errors.ts';
import type { ApiEvent, ApiMiddleware } from './call.ts';
import { getHeaderValues } from './headers.ts';
import { listQueryNames, listQueryValues } from './query.ts';

/** Returns a middleware that validates the request with the schemas of its endpoint and collects all errors. */
export function validateRequest(schemas: RequestSchemas): ApiMiddleware {
  return {
    before: ({ event }) => {
      const errors: RequestError[] = [];
      const query = parseQuery(schemas.query, event, errors);
      const headers = parseHeaders(schemas.headers, event, errors);
      const body = schemas.body && check(schemas.body, event.call.json, '', errors);
      if (errors.length > 0) throw createInvalidRequest(errors);
      const params = parseParams(schemas.params, event.pathParameters ?? {});
      event.call.valid = { params, query, headers, body } as ValidRequest<RequestSchemas>;
    },
  };
}

const notFoundCodes: Record<string, ProblemCode> = {
  siteId: 'site-not-found',
  scanId: 'scan-not-found',
  pictureId: 'picture-not-found',
  suppressionId: 'suppression-not-found',
  shareId: 'shared-report-not-found',
  sessionId: 'session-not-found',
  personId: 'member-not-found',
  invitationId: 'invitation-not-found',
  keyId: 'key-not-found',
  alertId: 'alert-not-found',
  webhookId: 'webhook-not-found',
  deliveryId: 'delivery-not-found',
  fingerprint: 'history-not-found',
  groupId: 'history-not-found',
};

/** Parses path parameters. A malformed id results in "not found", in the same way as an unknown id. */
function parseParams(schema: z.ZodObject | undefined, given: Record<string, string | undefined>) {
  if (!schema) return {};
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new Problem(notFoundCodes[String(parsed.error.issues[0]?.path[0])] ?? 'route-not-found');
}

function parseQuery(schema: z.ZodObject | undefined, event: ApiEvent, errors: RequestError[]) {
  const given = listQueryNames(event).map((name) => [name, listQueryValues(event, name)] as const);
  const repeated = given.filter(([, values]) => values.length > 1).map(([name]) => name);
  errors.push(
    ...repeated.map((name) => ({ path: formatPath('query', [name]), message: 'must be given only once' })),
  );
  if (repeated.length > 0) return {};
  const query = Object.fromEntries(given.map(([name, [value]]) => [name, value]));
  if (schema) return check(schema, query, 'query', errors);
  errors.push(
    ...Object.keys(query).map((name) => ({
      path: formatPath('query', [name]),
      message: 'is not known here',
    })),
  );
  return {};
}

function parseHeaders(schema: z.ZodObject | undefined, event: ApiEvent, errors: RequestError[]) {
  if (!schema) return {};
  const given: Record<string, string> = Object.create(null);
  for (const name of Object.keys(schema.shape)) {
    const values = getHeaderValues(event, name);
    if (values.length > 1) errors.push({ path: `header.${name}`, message: 'must be given only once' });
    else if (values[0] !== undefined) given[name] = values[0];
  }
  return check(schema, given, 'header', errors);
}

function check(
  schema: z.ZodType,
  input: unknown,
  root: '' | 'query' | 'header',
  errors: RequestError[],
): unknown {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  errors.push(...listRequestErrors(parsed.error, root, input, schema));
  return undefined;
}
