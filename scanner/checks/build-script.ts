import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { CHECK_ID_PREFIX } from '../../core/checks/check-definition.ts';

/** Name of the file with the script beside bundled code. */
export const CHECKS_SCRIPT_NAME = 'checks.js';

const beside = join(import.meta.dirname, CHECKS_SCRIPT_NAME);
let script: Promise<string> | undefined;

/**
 * Returns the script that defines the checks in a page: the file beside the bundle, or built from the sources in a
 * checkout.
 */
export function loadChecksScript(): Promise<string> {
  script ??= existsSync(beside) ? readFile(beside, 'utf8') : buildChecksScript();
  return script;
}

/** Returns the folders of the checks: the ids without their prefix, sorted. */
export function listCheckFolders(): string[] {
  return readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter(
      (entry) => entry.isDirectory() && existsSync(join(import.meta.dirname, entry.name, 'definition.ts')),
    )
    .map(({ name }) => name)
    .sort();
}

/** Bundles the code of all checks that run in pages into one script. Works only in a checkout. */
export function buildChecksScript(): Promise<string> {
  const files = listCheckFolders()
    .map((name): [string, string] => [CHECK_ID_PREFIX + name, join(import.meta.dirname, name, 'check.ts')])
    .filter(([, file]) => existsSync(file));
  return bundleChecks(Object.fromEntries(files));
}

/** Bundles some checks into one script. @param files path of the code of each check, by id */
export async function bundleChecks(files: Readonly<Record<string, string>>): Promise<string> {
  // Not imported, so that esbuild does not become part of the bundles that contain this file.
  const { build } = createRequire(import.meta.url)('esbuild') as typeof import('esbuild');
  const ids = Object.keys(files);
  const entry = [
    `import { installChecks } from './in-page/run-checks.ts';`,
    ...ids.map((id, index) => `import { check as check${index} } from ${JSON.stringify(files[id])};`),
    `installChecks({${ids.map((id, index) => `${JSON.stringify(id)}: check${index}`).join(', ')}});`,
  ].join('\n');
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: import.meta.dirname, loader: 'ts' },
    write: false,
    bundle: true,
    minify: true,
    format: 'iife',
    // Pages have any encoding; escapes are valid in each.
    charset: 'ascii',
    target: 'es2024',
    legalComments: 'none',
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}
