/**
 * Writes cli/a11y-scan.config.schema.json, the schema of the configuration file, from what validates it:
 * `npm run generate:config-schema`. Run it after every change of what a scan's config may hold; a unit test fails
 * until then.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { configFileSchema } from '../cli/settings/config-file-schema.ts';

/** The published schema, JSON Schema 2020-12, as text. */
export function configSchemaText(): string {
  const { $schema, ...schema } = z.toJSONSchema(configFileSchema, {
    io: 'input',
    target: 'draft-2020-12',
    override: ({ jsonSchema }) => {
      // JSON Schema knows examples in the plural only.
      if ('example' in jsonSchema) {
        jsonSchema.examples = [jsonSchema.example];
        delete jsonSchema.example;
      }
    },
  });
  return `${JSON.stringify({ $schema, $id: 'urn:a11y-scan:config-schema', ...schema }, null, 2)}\n`;
}

if (import.meta.main) {
  writeFileSync(join(import.meta.dirname, '../cli/a11y-scan.config.schema.json'), configSchemaText());
}
