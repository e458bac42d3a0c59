/**
 * Writes cli/a11y-scan.config.schema.json, the JSON schema of the configuration file, from the validation code: `npm
 * run generate:config-schema`. Run it after every change of a scan's configuration; until then a unit test fails.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderConfigSchema } from '../cli/settings/config-schema-text.ts';

writeFileSync(join(import.meta.dirname, '../cli/a11y-scan.config.schema.json'), renderConfigSchema());
