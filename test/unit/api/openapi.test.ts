import { existsSync } from 'node:fs';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { buildOpenApiDocument } from '../../../adapters/http/openapi.ts';
import { findRolesWithPermission } from '../../../core/access/roles.ts';
import { isForKeys, isPublic } from '../../../core/api/endpoint.ts';
import { endpoints, getFunctionName } from '../../../core/api/endpoints.ts';
import { notAttemptedReasons } from '../../../core/crawl/not-attempted.ts';
import { problems } from '../../../core/problems/problems.ts';
import { pageOutcomes } from '../../../core/scans/page-outcome.ts';

// biome-ignore lint/suspicious/noExplicitAny: the test reads members of the document by name
const document = buildOpenApiDocument('https://api.example.com/api/v1') as any;
const paths = resolved(document.paths);

interface Content {
  schema: object;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}
type Headers = Record<string, { required?: boolean }>;

/** Returns a copy of a part of the document in which each reference is resolved, except references to schemas. */
// biome-ignore lint/suspicious/noExplicitAny: the test reads members of the document by name
function resolved(part: any): any {
  if (typeof part !== 'object' || part === null) return part;
  const [section, name] = part.$ref?.split('/').slice(2) ?? [];
  if (section !== undefined && section !== 'schemas') return resolved(document.components[section][name]);
  if (Array.isArray(part)) return part.map(resolved);
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, resolved(value)]));
}

const ajv = new Ajv2020.default({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(document, 'openapi');
const validators = new Map<string, ValidateFunction>();

/**
 * Compiles a schema of the document. Equal schemas are compiled once, because most responses have that of problems, and
 * the validator compiles what a schema refers to again each time.
 */
function compile(schema: object): ValidateFunction {
  const text = JSON.stringify(schema).replaceAll('"$ref":"#', '"$ref":"openapi#');
  const validate = validators.get(text) ?? ajv.compile(JSON.parse(text));
  validators.set(text, validate);
  return validate;
}

/** Returns every operation with its path and method. */
function operations() {
  return endpoints.map((endpoint) => {
    const { path, method, permission } = endpoint;
    return {
      at: `${method} ${path}`,
      isCounted: !isPublic(endpoint),
      isForKeys: isForKeys(endpoint),
      ofAccount: permission !== null,
      operation: paths[path][method.toLowerCase()],
    };
  });
}

/**
 * Returns the positions of members that have no description, neither their own nor that of the schema they refer to.
 */
// biome-ignore lint/suspicious/noExplicitAny: the test reads members of a schema by name
function undescribed(schema: any, at: string): string[] {
  const parts = [schema, ...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])];
  return parts.flatMap((part) =>
    // biome-ignore lint/suspicious/noExplicitAny: as above
    Object.entries<any>(part.properties ?? {}).flatMap(([name, member]) => {
      const target = member.$ref && document.components.schemas[member.$ref.split('/').at(-1)];
      const isDescribed = (member.description ?? target?.description ?? '') !== '';
      return [...(isDescribed ? [] : [`${at}.${name}`]), ...undescribed(member, `${at}.${name}`)];
    }),
  );
}

describe('the OpenAPI document', () => {
  it('names the server that the caller reached', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.servers).toEqual([{ url: 'https://api.example.com/api/v1' }]);
    expect(buildOpenApiDocument('http://localhost:3000/api/v1').servers).toEqual([
      { url: 'http://localhost:3000/api/v1' },
    ]);
  });

  it.each(endpoints.map((endpoint) => [endpoint.operationId, endpoint] as const))(
    'describes %s',
    (id, endpoint) => {
      const operation = paths[endpoint.path][endpoint.method.toLowerCase()];
      expect(operation.operationId).toBe(id);
      const handler = `../../../functions/${getFunctionName(endpoint)}/handler.ts`;
      expect(existsSync(new URL(handler, import.meta.url))).toBe(true);
      const security = isPublic(endpoint) ? [] : isForKeys(endpoint) ? undefined : [{ session: [] }];
      expect(operation.security).toEqual(security);
      expect(operation['x-principals']).toEqual(endpoint.principals);
      const { permission } = endpoint;
      expect(operation['x-roles']).toEqual(
        permission === null ? undefined : findRolesWithPermission(permission),
      );
      const parameters = (operation.parameters ?? []).filter(
        (parameter: { in: string }) => parameter.in === 'path',
      );
      const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(parameters.map(({ name }: { name: string }) => name)).toEqual(inPath);
    },
  );

  it('documents every code at its status', () => {
    const documented = new Map<string, Set<string>>();
    for (const path of Object.values<Record<string, { responses: object }>>(paths)) {
      for (const operation of Object.values(path)) {
        for (const [status, answer] of Object.entries<{ content?: Record<string, { examples?: object }> }>(
          operation.responses as Record<string, object>,
        )) {
          for (const code of Object.keys(answer.content?.['application/problem+json']?.examples ?? {})) {
            documented.set(code, (documented.get(code) ?? new Set()).add(status));
          }
        }
      }
    }
    for (const [code, { status }] of Object.entries(problems)) {
      // These two belong to no operation: they state that no operation matches.
      if (code === 'route-not-found' || code === 'method-not-allowed') continue;
      expect([...(documented.get(code) ?? [])], code).toEqual([String(status)]);
    }
  });

  it('has only schemas that compile, and references that resolve', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#([^"]+)"/g)].map(
      ([, pointer]) => pointer,
    );
    expect(references.length).toBeGreaterThan(20);
    const schemas: object[] = [];
    for (const pointer of new Set(references)) {
      const [, , section = '', name = ''] = pointer?.split('/') ?? [];
      expect(document.components[section], pointer).toHaveProperty([name]);
      if (section === 'schemas') schemas.push({ $ref: `#${pointer}` });
    }
    expect(schemas.length).toBeGreaterThan(20);
    // In one schema, each of those that several others refer to is compiled once. An error names the one that it is in.
    expect(() => compile({ anyOf: schemas })).not.toThrow();
  });

  it('describes every member and parameter', () => {
    const { schemas } = document.components;
    for (const name of [
      'Scan',
      'ScanConfig',
      'Site',
      'SiteList',
      'ScanList',
      'Problem',
      'RequestError',
      'RuleSets',
      'RuleSet',
      'CreateSite',
      'UpdateSite',
      'Credentials',
      'CredentialsView',
      'ReportConfiguration',
      'ReportCrawl',
    ])
      expect(undescribed(schemas[name], name)).toEqual([]);
    for (const { at, operation } of operations())
      for (const { name, description } of operation.parameters ?? [])
        expect(description, `${at} ${name}`).toMatch(/./);
    expect(schemas.Scan.properties.status.description).toContain('Final');
    for (const status of ['completed', 'failed', 'cancelled'])
      expect(schemas.Scan.properties.status.description).toContain(`\`${status}\``);
  });

  it('explains every page outcome and every reason to skip a page', () => {
    const { ReportPage, ReportCrawl } = document.components.schemas;
    const outcome = ReportPage.properties.outcome;
    const { reason } = ReportCrawl.properties.notAttempted.properties.pages.items.properties;
    expect(outcome.enum).toEqual(Object.keys(pageOutcomes));
    for (const [code, { sentence }] of Object.entries(pageOutcomes))
      expect(outcome.description).toContain(`\`${code}\`: ${sentence}`);
    expect(reason.enum).toEqual(Object.keys(notAttemptedReasons));
    for (const [code, sentence] of Object.entries(notAttemptedReasons))
      expect(reason.description).toContain(`\`${code}\`: ${sentence}`);
  });

  it('describes how credentials are removed, and has an example of each part of them', () => {
    const { CreateSite, UpdateSite, Credentials } = document.components.schemas;
    for (const { properties } of [CreateSite, UpdateSite])
      expect(properties.credentials.description).toContain('Null removes');
    const { headers, cookies, basic } = Credentials.properties;
    expect(headers.description).toContain('at most 20');
    const parts = [cookies.items, basic.anyOf[0]].flatMap(({ properties }) => Object.values(properties));
    expect(parts).toHaveLength(6);
    for (const part of [headers, ...parts]) expect(part).toHaveProperty('example');
  });

  it('has an example of every success in JSON, and every example matches its schema', () => {
    let checked = 0;
    for (const { at, operation } of operations()) {
      for (const [status, { content = {} }] of Object.entries<{ content?: Record<string, Content> }>(
        operation.responses,
      )) {
        for (const [type, { schema, example, examples }] of Object.entries(content)) {
          const shown = Object.values(examples ?? { only: { value: example } }).map(({ value }) => value);
          if (type !== 'application/json' && !examples) continue;
          const validate = compile(schema);
          for (const value of shown) {
            expect(value, `${at} ${status}`).toBeDefined();
            validate(value);
            expect(validate.errors, `${at} ${status}`).toBeNull();
            checked++;
          }
        }
      }
    }
    expect(checked).toBeGreaterThan(endpoints.length);
  });

  it('omits members that zod writes for its own use', () => {
    const text = JSON.stringify(document);
    expect(text).not.toContain(String(Number.MAX_SAFE_INTEGER));
    expect(document.components.schemas.Site.properties.createdAt).toEqual({
      type: 'string',
      format: 'date-time',
      description: expect.any(String),
    });
    expect(text).not.toMatch(/"format":"date-time","pattern"|"pattern":"[^"]*","format":"date-time"/);
  });

  it('has the rate limit headers on every response that a handler may send, and on no response of the gateway alone', () => {
    for (const { at, isCounted, isForKeys: isKeyed, ofAccount, operation } of operations()) {
      for (const [status, { headers }] of Object.entries<{ headers: Headers }>(operation.responses)) {
        // A handler responds with 400 to a malformed body, and to a person who names no account.
        const ofGateway =
          ['401', '504'].includes(status) || (status === '400' && !operation.requestBody && !ofAccount);
        const names = Object.keys(headers).filter((name) => name.startsWith('RateLimit-'));
        expect(names.length, `${at} ${status}`).toBe(isCounted && !ofGateway ? 3 : 0);
        expect('X-API-Key-Expires' in headers, `${at} ${status}`).toBe(isKeyed && !ofGateway);
        if (['200', '404', '406', '422'].includes(status) && isCounted)
          expect(headers['RateLimit-Limit']?.required, `${at} ${status}`).toBe(true);
      }
    }
  });

  it('has Retry-After only where it is sent, and names the codes if not every response of a status sends it', () => {
    const conflicts = operations().flatMap(({ operation }) => {
      const header = operation.responses['409']?.headers['Retry-After'];
      return header ? [[operation.operationId, header.required]] : [];
    });
    expect(conflicts).toEqual([['trigger-scan', true]]);
    for (const { operation } of operations()) {
      const { headers } = operation.responses['503'];
      expect(headers['Retry-After'].required).toBe(true);
      expect(operation.responses['500'].headers['Retry-After']).toBeUndefined();
    }
  });

  it('has Vary on every response of the report operation that its handler selects, and on no other operation', () => {
    const varying = operations().flatMap(({ operation }) =>
      Object.entries<{ headers: Headers }>(operation.responses).flatMap(([status, { headers }]) =>
        headers.Vary ? [`${operation.operationId} ${status}`] : [],
      ),
    );
    const statuses = [200, 202, 303, 400, 403, 404, 406, 409, 422, 429, 500, 503];
    expect(varying).toEqual(statuses.map((status) => `get-report ${status}`));
  });

  it('defines each problem response and each parameter once', () => {
    // biome-ignore lint/suspicious/noExplicitAny: the test reads members of the document by name
    const raw = Object.values<any>(document.paths).flatMap((path) => Object.values<any>(path));
    const parts = raw.flatMap(({ responses, parameters = [] }) => [
      ...Object.values(responses),
      ...parameters,
    ]);
    const inline = parts.filter((part) => !part.$ref && !part.content?.['application/json']);
    const texts = inline.map((part) => JSON.stringify(part));
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
    expect(parts.length).toBeGreaterThan(5 * inline.length);
  });

  it('documents no 422 for operations without input', () => {
    for (const path of ['/health', '/openapi.json']) expect(paths[path].get.responses['422']).toBeUndefined();
  });

  it('allows additional members in responses but not in requests', () => {
    const { schemas } = document.components;
    expect(schemas.TriggerScan.additionalProperties).toBe(false);
    expect(schemas.CreateSite.additionalProperties).toBe(false);
    expect(schemas.Scan.additionalProperties).toBeUndefined();
    expect(schemas.Report.additionalProperties).toBeUndefined();
    // Next to a reference it would forbid every member of the referenced schema.
    expect(JSON.stringify(document)).not.toMatch(
      /"additionalProperties":false[^{}]*"\$ref"|"\$ref"[^{}]*"additionalProperties":false/,
    );
  });
});
