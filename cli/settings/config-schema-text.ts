import { z } from 'zod';
import { configFileSchema } from './config-file-schema.ts';

/** Returns the published schema of the configuration file, JSON Schema 2020-12, as text. */
export function renderConfigSchema(): string {
  const { $schema, ...schema } = z.toJSONSchema(configFileSchema, {
    io: 'input',
    target: 'draft-2020-12',
    override: ({ jsonSchema }) => {
      // JSON Schema has only `examples`.
      if ('example' in jsonSchema) {
        jsonSchema.examples = [jsonSchema.example];
        delete jsonSchema.example;
      }
    },
  });
  return `${JSON.stringify({ $schema, $id: 'urn:a11y-scan:config-schema', ...schema }, null, 2)}\n`;
}
