import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderChecks } from '../../../scripts/generate-checks.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const files = await renderChecks();

describe('the data and pages of the checks', () => {
  it.each([...files])(
    '%s is generated from the definitions; else run npm run generate:checks',
    (path, text) => {
      expect(readFileSync(join(root, path), 'utf8')).toBe(text);
    },
  );

  it('have no page of a check that does not exist', () => {
    const pages = readdirSync(join(root, 'docs/checks')).map((name) => `docs/checks/${name}`);
    expect(pages.sort()).toEqual([...files.keys()].filter((path) => path.startsWith('docs/')).sort());
  });
});
