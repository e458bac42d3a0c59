import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generateClient } from '../../../scripts/generate-client.ts';

const folder = join(import.meta.dirname, '../../../client/generated');

describe('the generated client', () => {
  it('equals what the OpenAPI document generates; else run npm run generate:client', async () => {
    const files = await generateClient();
    for (const [name, text] of Object.entries(files))
      expect(readFileSync(join(folder, name), 'utf8')).toBe(text);
  });

  it('has types that import no package', () => {
    for (const name of ['types.ts', 'parameters.ts'])
      expect(readFileSync(join(folder, name), 'utf8')).not.toMatch(/\bimport\b.*from|Oazapfts/);
  });
});
