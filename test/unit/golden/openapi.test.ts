import { expect, it } from 'vitest';
import { buildOpenApiDocument } from '../../../adapters/http/openapi.ts';

/**
 * The OpenAPI document with every reference outside of `components/schemas` resolved: a caller reads the same,
 * regardless of how the document shares its parts.
 */
it('describes the same calls as before', async () => {
  const document = JSON.parse(JSON.stringify(buildOpenApiDocument('https://api.example/api/v1')));
  const { schemas, securitySchemes } = document.components;
  const { components: _, ...rest } = document;
  const resolved = { ...(dereferenced(rest, document) as object), components: { schemas, securitySchemes } };

  await expect(`${JSON.stringify(sorted(resolved), null, 1)}\n`).toMatchFileSnapshot('files/openapi.json');
});

function dereferenced(value: unknown, document: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => dereferenced(each, document));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref } = value as { $ref?: unknown };
  if (typeof $ref === 'string' && !$ref.startsWith('#/components/schemas/')) {
    return dereferenced(at(document, $ref), document);
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, dereferenced(each, document)]),
  );
}

/** Returns the target of a local reference such as `#/components/responses/NotFound`. */
function at(document: unknown, reference: string): unknown {
  let found = document;
  for (const part of reference.slice(2).split('/')) {
    found = (found as Record<string, unknown>)[part.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return found;
}

/** Returns a copy with members in alphabetical order, because their order means nothing. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, each]) => [name, sorted(each)]));
}
