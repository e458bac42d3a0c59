import { findJsonFault } from '../../core/text/json-fault.ts';
import type { CliError } from '../errors.ts';

/** Maximum depth of nesting, because the validation is recursive. */
const DEPTH_MAX = 50;

/**
 * Parses the text of a JSON file.
 * @param name name of the file in messages
 * @throws CliError created by `fault`, if the text is not JSON, is nested too deeply, or repeats a member of an object
 */
export function parseJson(text: string, name: string, fault: (message: string) => CliError): unknown {
  const found = findJsonFault(text, { depthMax: DEPTH_MAX, uniqueNames: true });
  if (found === null) return JSON.parse(text);
  throw fault(`${name}, line ${found.line}, column ${found.column}: not JSON: ${found.message}.`);
}
