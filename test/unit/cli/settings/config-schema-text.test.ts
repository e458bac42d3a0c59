import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { renderConfigSchema } from '../../../../cli/settings/config-schema-text.ts';

const root = join(import.meta.dirname, '../../../..');
const published = readFileSync(join(root, 'cli/a11y-scan.config.schema.json'), 'utf8');

/** Returns every configuration file that the documentation shows. */
function examplesOf(path: string): unknown[] {
  const text = readFileSync(join(root, path), 'utf8');
  return [...text.matchAll(/```json a11y-scan\.config\.json\n([\s\S]*?)```/g)].map(([, json = '']) =>
    JSON.parse(json),
  );
}

describe('the published schema of the configuration file', () => {
  const validate = new Ajv2020({ strict: true }).compile(JSON.parse(published));

  test('is generated from the schema that the program validates with', () => {
    expect(published).toBe(renderConfigSchema());
  });

  test('accepts every example of the documentation', () => {
    const examples = examplesOf('docs/cli.md');
    expect(examples.length).toBeGreaterThan(1);
    for (const example of examples) expect(validate(example), JSON.stringify(validate.errors)).toBe(true);
  });

  test.each([
    ['an unknown member', { sites: 'https://www.example.com/' }],
    ['a key', { apiKey: 'x' }],
    ['an unknown rule set', { config: { rules: ['wcag-aaaa'] } }],
    ['an unknown member of the config', { config: { maxpages: 3 } }],
    ['an unknown impact', { config: { failOn: { new: 'bad' } } }],
    ['an unknown format', { outputs: { pdf: 'report.pdf' } }],
    ['a number as a path', { outputs: { json: 1 } }],
  ])('rejects %s', (_, file) => {
    expect(validate(file)).toBe(false);
  });
});
