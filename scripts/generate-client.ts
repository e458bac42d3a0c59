/**
 * Writes client/generated/ from the OpenAPI document: `npm run generate:client`. Run it after every change of the
 * API; until then a unit test fails. The types and the parameters are separate files because they are published with
 * the client, whose declarations must not import a package.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateSource } from 'oazapfts';
import { buildOpenApiDocument } from '../adapters/http/openapi.ts';

/** Placeholder for the address of the service, which `createClient` replaces. */
const SERVER = 'https://api.example.com/api/v1';
const HEAD = '// Made by `npm run generate:client` from the OpenAPI document; not to be edited.\n';
/** A type declaration as oazapfts prints it: on one line, or up to the first brace at the start of a line. */
const TYPE = /^export type (\w+) = (?:\{\n[\s\S]*?^\}[^\n]*|[^\n]*);\n/gm;
/** A problem response of an operation. The client throws it as an ApiError before the operation returns. */
const PROBLEM = / \| \{\n {8}status: [45]\d\d;\n {8}data: Problem;\n {4}\}/g;
/**
 * The head of an operation with its optional parameters. Captures the first letter and the rest of its name, and the
 * type of the parameters.
 */
const PARAMETERS = /^(export function (\w)(\w+)\(.*\}: )(\{\n[\s\S]*?^\})(?= = \{\})/gm;
/** A member of a type, with its comment. */
const MEMBER = /^(?: {4}\/\*\*.*\n)? {4}[^\s}][\s\S]*?;\n(?= {4}[^\s}]|\})/gm;

/** Returns the generated files by name. */
export async function generateClient(): Promise<Record<`${string}.ts`, string>> {
  const source = await generatedSource();
  const types = [...source.matchAll(TYPE)];
  const parameters = new Map<string, string>();
  const operations = source
    .replace(TYPE, '')
    .replace(PROBLEM, '')
    .replace(PARAMETERS, (_, head, initial, rest, type) => {
      const name = `${initial.toUpperCase()}${rest}Parameters`;
      parameters.set(name, `export type ${name} = ${type};\n`);
      return head + name;
    });
  const used = types
    .map(([, name = '']) => name)
    .filter((name) => new RegExp(`\\b${name}\\b`).test(operations))
    .sort();
  return {
    'types.ts': HEAD + types.map(([text, name = '']) => withoutRepeated(text, name, types)).join(''),
    'parameters.ts': HEAD + [...parameters.values()].join(''),
    'operations.ts': `${HEAD}import type { ${[...parameters.keys()].join(', ')} } from './parameters.ts';\nimport type { ${used.join(', ')} } from './types.ts';\n${operations}`,
  };
}

/** Returns the type of an output as its difference from the type of the input, whose name lacks `Output`. */
function withoutRepeated(text: string, name: string, types: readonly string[][]): string {
  const inputName = name.replace(/Output$/, '');
  const [input] = types.find(([, each]) => each === inputName) ?? [];
  if (input === undefined || inputName === name) return text;
  const [before, after] = [membersOf(input), membersOf(text)];
  const changed = after.filter((member) => !before.includes(member));
  const omitted = before.filter((member) => !after.includes(member)).map(keyOf);
  if (changed.length + omitted.length === 0) return `export type ${name} = ${inputName};\n`;
  return `export type ${name} = Omit<${inputName}, ${omitted.join(' | ')}> & {\n${changed.join('')}};\n`;
}

function membersOf(type: string): readonly string[] {
  return type.match(MEMBER) ?? [];
}

function keyOf(member: string): string {
  return JSON.stringify(/^ {4}"?(\w+)/m.exec(member)?.[1]);
}

async function generatedSource(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'a11y-scan-openapi-'));
  try {
    const document = join(folder, 'openapi.json');
    writeFileSync(document, JSON.stringify(buildOpenApiDocument(SERVER)));
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
