import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';

const schema = JSON.parse(
  readFileSync(new URL('../../fixtures/schemas/sarif-schema-2.1.0.json', import.meta.url), 'utf8'),
);
// One of the schema's patterns is invalid with the flag `u`.
const ajv = new Ajv({ allErrors: true, strict: false, unicodeRegExp: false });
addFormats.default(ajv);
const validate = ajv.compile(schema);

/** Returns the errors of the OASIS schema in a log; empty if it is valid. */
export function sarifFaults(log: unknown): string[] {
  if (validate(log)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
