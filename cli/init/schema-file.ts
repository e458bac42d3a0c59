import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { renderConfigSchema } from '../settings/config-schema-text.ts';

/** Name of the schema's copy beside a configuration file. */
const SCHEMA_FILE = 'a11y-scan.config.schema.json';

/** The schema of a configuration file, which editors can read without a network. */
export interface ConfigSchema {
  /** `$schema` of the file: a relative path. */
  reference: string;
  /** The copy beside the file, to be written; null if the schema is installed or the copy exists. */
  file: { path: string; text: string } | null;
}

/**
 * Resolves how a configuration file refers to its schema: to that of the installed package, which is updated with it;
 * otherwise to a copy beside the file, because the schema is not published on the web.
 * @param path absolute path of the configuration file
 * @param root folder whose node_modules may contain the package
 * @param program the started file; its path has the name of the installed package
 */
export function resolveConfigSchema(path: string, root: string, program: string | undefined): ConfigSchema {
  const installed = [
    findOwnSchema(root, program),
    join(root, 'node_modules/a11y-scan/config.schema.json'),
  ].find((each) => each !== null && existsSync(each));
  if (installed) return { reference: relativePath(dirname(path), installed), file: null };
  const copyPath = join(dirname(path), SCHEMA_FILE);
  const file = existsSync(copyPath) ? null : { path: copyPath, text: renderConfigSchema() };
  return { reference: `./${SCHEMA_FILE}`, file };
}

/** Returns the schema of the running program's package if it is installed below the root, under any name. */
function findOwnSchema(root: string, program: string | undefined): string | null {
  if (program === undefined) return null;
  try {
    const parts = relative(realpathSync(root), realpathSync(program)).split(sep);
    const count = parts[1]?.startsWith('@') ? 3 : 2;
    return parts[0] === 'node_modules' ? join(root, ...parts.slice(0, count), 'config.schema.json') : null;
  } catch {
    return null;
  }
}

function relativePath(from: string, to: string): string {
  const path = relative(from, to).split(sep).join('/');
  return path.startsWith('../') ? path : `./${path}`;
}
