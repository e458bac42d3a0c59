import { findJsonFault } from '../../core/text/json-fault.ts';
import type { CliError } from '../errors.ts';

/** Levels of nesting, because validation calls itself for each. */
const DEPTH_MAX = 50;

/**
 * Returns the value of a JSON file.
 * @param name what messages call the file
 * @throws CliError made by `fault`, if the text is not JSON, is nested too deeply, or has a member twice in an object
 */
export function parseJson(text: string, name: string, fault: (message: string) => CliError): unknown {
  const found = findJsonFault(text, { depthMax: DEPTH_MAX, uniqueNames: true });
  if (found === null) return JSON.parse(text);
  throw fault(`${name}, line ${found.line}, column ${found.column}: not JSON: ${found.message}.`);
}
