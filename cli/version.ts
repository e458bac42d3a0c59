import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the version of this tool, e.g. `1.2.3`. Its package.json is one folder above, also in the npm package. */
export function readVersion(): string {
  const text = readFileSync(join(import.meta.dirname, '../package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
