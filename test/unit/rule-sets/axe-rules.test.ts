import { expect, it } from 'vitest';
import { AXE_VERSION, axeRules } from '../../../core/rule-sets/axe-rules.ts';
import { readAxeRules } from '../../../scripts/generate-axe-rules.ts';

it('matches the installed axe-core; else run node scripts/generate-axe-rules.ts', () => {
  expect({ version: AXE_VERSION, rules: axeRules }).toEqual(readAxeRules());
});
