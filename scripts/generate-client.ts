/**
 * Writes client/generated/ from the OpenAPI document: `npm run generate:client`. Run it after every change of
 * the API; a unit test fails until then. The types have a file of their own, for they are published with the
 * client, whose declarations must name no package.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateSource } from 'oazapfts';
import { openApiDocument } from '../adapters/http/openapi.ts';

/** Stands for wherever the service is; `createClient` is told where. */
const SERVER = 'https://api.example.com/api/v1';
const HEAD = '// Made by `npm run generate:client` from the OpenAPI document; not to be edited.\n';
/** A declaration of a type as oazapfts prints it: on one line, or to the first brace that begins a line. */
const TYPE = /^export type (\w+) = (?:\{\n[\s\S]*?^\}[^\n]*|[^\n]*);\n/gm;

/** The generated files by their names. */
export async function generateClient(): Promise<Record<'types.ts' | 'operations.ts', string>> {
  const source = await generatedSource();
  const types = [...source.matchAll(TYPE)];
  const operations = source.replace(TYPE, '');
  const used = types
    .map(([, name = '']) => name)
    .filter((name) => new RegExp(`\\b${name}\\b`).test(operations))
    .sort();
  return {
    'types.ts': HEAD + types.map(([text]) => text).join(''),
    'operations.ts': `${HEAD}import type { ${used.join(', ')} } from './types.ts';\n${operations}`,
  };
}

async function generatedSource(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'a11y-scan-openapi-'));
  try {
    const document = join(folder, 'openapi.json');
    writeFileSync(document, JSON.stringify(openApiDocument(SERVER)));
    return await generateSource(document, { futureStripLegacyMethods: true, useUnknown: true });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (import.meta.main) {
  const folder = join(import.meta.dirname, '../client/generated');
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(await generateClient())) writeFileSync(join(folder, name), text);
}
