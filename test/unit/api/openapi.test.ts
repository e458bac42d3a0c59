import { existsSync } from 'node:fs';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../../adapters/http/openapi.ts';
import { rolesThatMay } from '../../../core/access/roles.ts';
import { endpoints } from '../../../core/api/endpoints.ts';
import { problems } from '../../../core/problems/problems.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document is walked by names
const document = openApiDocument('https://api.example.com/api/v1') as any;

describe('the OpenAPI document', () => {
  it('names the server that the caller reached', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.servers).toEqual([{ url: 'https://api.example.com/api/v1' }]);
    expect(openApiDocument('http://localhost:3000/api/v1').servers).toEqual([
      { url: 'http://localhost:3000/api/v1' },
    ]);
  });

  it.each(endpoints.map((endpoint) => [endpoint.operationId, endpoint] as const))(
    'describes %s',
    (id, endpoint) => {
      const operation = document.paths[endpoint.path][endpoint.method.toLowerCase()];
      expect(operation.operationId).toBe(id);
      expect(existsSync(new URL(`../../../functions/${id}/handler.ts`, import.meta.url))).toBe(true);
      if (endpoint.permission === null) expect(operation.security).toEqual([]);
      else expect(operation['x-roles']).toEqual(rolesThatMay(endpoint.permission));
      const parameters = (operation.parameters ?? []).filter(
        (parameter: { in: string }) => parameter.in === 'path',
      );
      const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(parameters.map(({ name }: { name: string }) => name)).toEqual(inPath);
    },
  );

  it('documents every code at the status that it has', () => {
    const documented = new Map<string, Set<string>>();
    for (const path of Object.values<Record<string, { responses: object }>>(document.paths)) {
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
      // These two belong to no call: they say that there is none.
      if (code === 'route-not-found' || code === 'method-not-allowed') continue;
      expect([...(documented.get(code) ?? [])], code).toEqual([String(status)]);
    }
  });

  it('has only schemas that compile, and references that lead somewhere', () => {
    const ajv = new Ajv2020.default({ strict: false });
    addFormats.default(ajv);
    ajv.addSchema(document, 'openapi');
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#([^"]+)"/g)].map(
      ([, pointer]) => pointer,
    );
    expect(references.length).toBeGreaterThan(20);
    for (const pointer of new Set(references))
      expect(() => ajv.compile({ $ref: `openapi#${pointer}` })).not.toThrow();
  });

  it('lets answers grow but not requests', () => {
    const { schemas } = document.components;
    expect(schemas.TriggerScan.additionalProperties).toBe(false);
    expect(schemas.CreateSite.additionalProperties).toBe(false);
    expect(schemas.Scan.additionalProperties).toBeUndefined();
    expect(schemas.Report.additionalProperties).toBeUndefined();
    // Beside a reference it would forbid every member of what is referred to.
    expect(JSON.stringify(document)).not.toMatch(
      /"additionalProperties":false[^{}]*"\$ref"|"\$ref"[^{}]*"additionalProperties":false/,
    );
  });
});
