/**
 * Writes cli/a11y-scan.config.schema.json, the schema of the configuration file, from what validates it:
 * `npm run generate:config-schema`. Run it after every change of what a scan's config may hold; a unit test fails
 * until then.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderConfigSchema } from '../cli/settings/config-schema-text.ts';

writeFileSync(join(import.meta.dirname, '../cli/a11y-scan.config.schema.json'), renderConfigSchema());
