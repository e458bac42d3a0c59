import { expect, it } from 'vitest';
import type { z } from 'zod';
import { describeIneffectiveThresholds } from '../../../../cli/outcome/ineffective-thresholds.ts';
import { scanConfigSchema } from '../../../../core/scans/scan-config.ts';

type Given = z.input<typeof scanConfigSchema>;
const warningsOf = (config: Given) =>
  describeIneffectiveThresholds(scanConfigSchema.parse(config)).join('\n');

it.each<Given>([
  { rules: ['wcag-aa'], failOn: { new: 'serious' } },
  { rules: ['wcag-aa', 'best-practice'], failOn: { new: 'serious', bestPractice: { any: 'serious' } } },
  { rules: ['best-practice'], failOn: { bestPractice: { total: 3 } } },
  { rules: ['best-practice'] },
])('does not warn of a gate that the rules can fail: %j', (config) => {
  expect(warningsOf(config)).toBe('');
});

it('warns of thresholds for best practices without a best-practice rule, and says how to add the rules', () => {
  const warning = warningsOf({ rules: ['wcag-aa'], failOn: { bestPractice: { any: 'serious' } } });
  expect(warning).toMatch(
    /^The gate cannot fail because of best-practice-new, .* --rules wcag-aa,best-practice$/,
  );
});

it('warns of other thresholds if all rules are best practices, which only their own thresholds count', () => {
  const warning = warningsOf({ rules: ['best-practice'], failOn: { new: 'serious' } });
  expect(warning).toMatch(/^The gate cannot fail because of new, any or total: .* best-practice-total\.$/);
});

it('does not warn of rule sets that only a newer service knows', () => {
  const config = { rules: ['wcag30-gold'], failOn: { bestPractice: { total: 1 } } };
  expect(
    describeIneffectiveThresholds(config as unknown as Parameters<typeof describeIneffectiveThresholds>[0]),
  ).toEqual([]);
});
