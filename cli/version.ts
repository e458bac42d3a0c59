import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of this tool, e.g. `1.2.3`. The packed tool stands one folder below its package.json too. */
export function readVersion(): string {
  const text = readFileSync(join(import.meta.dirname, '../package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
