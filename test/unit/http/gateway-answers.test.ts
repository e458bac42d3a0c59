import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { problems } from '../../../core/problems/problems.ts';

it('the gateway answers with codes of the table only, each under its title', () => {
  const source = readFileSync(new URL('../../../lib/gateway-responses.ts', import.meta.url), 'utf8');
  const pairs = [...source.matchAll(/code: '([a-z-]+)',\s+title: '([^']+)'/g)].map(([, code, title]) => [
    code,
    title,
  ]);
  expect(pairs.length).toBeGreaterThan(5);
  for (const [code, title] of pairs)
    expect((problems as Record<string, { title: string }>)[code!]?.title).toBe(title);
});
