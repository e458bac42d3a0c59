import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { renderConfigSchema } from '../settings/config-schema-text.ts';

/** What the schema is called beside a configuration file. */
const SCHEMA_FILE = 'a11y-scan.config.schema.json';

/** The schema of a configuration file, as editors find it without a network. */
export interface ConfigSchema {
  /** `$schema` of the file: a relative path. */
  reference: string;
  /** The schema beside the file, to be written; null where it is installed or there already. */
  file: { path: string; text: string } | null;
}

/**
 * Returns how a configuration file refers to its schema: to that of the installed package, which changes with it; else
 * to a copy beside the file, since the package has no address on the web.
 * @param path absolute path of the configuration file
 * @param root folder whose node_modules may have the package
 * @param program the file that was started; shows under which name the package is installed
 */
export function resolveConfigSchema(path: string, root: string, program: string | undefined): ConfigSchema {
  const installed = [ownSchema(root, program), join(root, 'node_modules/a11y-scan/config.schema.json')].find(
    (each) => each !== null && existsSync(each),
  );
  if (installed) return { reference: relativePath(dirname(path), installed), file: null };
  const beside = join(dirname(path), SCHEMA_FILE);
  const file = existsSync(beside) ? null : { path: beside, text: renderConfigSchema() };
  return { reference: `./${SCHEMA_FILE}`, file };
}

/** The schema in the package of the running program, where that is installed below the root; it may have any name. */
function ownSchema(root: string, program: string | undefined): string | null {
  if (program === undefined) return null;
  try {
    const inRoot = relative(realpathSync(root), realpathSync(program)).split(sep);
    const names = inRoot[1]?.startsWith('@') ? 3 : 2;
    return inRoot[0] === 'node_modules' ? join(root, ...inRoot.slice(0, names), 'config.schema.json') : null;
  } catch {
    return null;
  }
}

function relativePath(from: string, to: string): string {
  const path = relative(from, to).split(sep).join('/');
  return path.startsWith('../') ? path : `./${path}`;
}
