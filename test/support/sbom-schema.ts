import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';

function readSchema(name: string): Record<string, unknown> {
  const url = new URL(`../fixtures/schemas/${name}.SNAPSHOT.schema.json`, import.meta.url);
  return JSON.parse(readFileSync(url, 'utf8'));
}

const ajv = new Ajv({
  allErrors: true,
  strict: false,
  formats: { 'iri-reference': true, 'idn-email': true },
});
addFormats.default(ajv);
// The main schema refers to these by their file names, relative to its own URL.
for (const name of ['spdx', 'jsf-0.82']) {
  ajv.addSchema(readSchema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
}
const validate = ajv.compile(readSchema('bom-1.6'));

/** Returns the errors that the CycloneDX 1.6 schema finds in an SBOM; none if it is valid. */
export function validateSbom(sbom: unknown): string[] {
  if (validate(sbom)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
