import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { gateSchema } from '../../../core/gate/gate.ts';
import { describeResolution, undecidedReasons } from '../../../core/gate/resolutions.ts';

const codes = gateSchema.shape.reasons.element.shape.code.options;
const ofFailures = codes.filter((code) => /^(?:best-practice-)?(?:new|any|total)$/.test(code));

it.each(codes)('the reason %s says what resolves it, unless a gate fails because of it', (code) => {
  if (ofFailures.includes(code)) expect(describeResolution(code)).toBeNull();
  else expect(describeResolution(code)).toMatch(/^The (?:site|settings of the scan|service): \w.*\.$/);
});

it('the document about gates that are not decided has exactly these reasons', () => {
  const document = readFileSync(new URL('../../../docs/not-decided.md', import.meta.url), 'utf8');
  const named = Array.from(document.matchAll(/^\| `([a-z-]+)` \|/gm), ([, code]) => code);
  expect(named.sort()).toEqual(undecidedReasons.toSorted());
});
