import { z } from 'zod';
import { type RuleSetName, ruleSetNameSchema } from '../rule-sets/rule-sets.ts';
import { pageSettingsSchema } from '../scans/page-settings.ts';
import { type ScanSettings, scanSettingsSchema } from '../scans/scan-settings.ts';

/** The conditions that comparable scans have in common. They explain a comparable key to people. */
export const comparableConditionsSchema = z
  .object({
    comparableKey: z.string().meta({ description: 'The key that stands for these conditions.' }),
    rules: z.array(ruleSetNameSchema).meta({ description: 'Rule sets.' }),
    ...pageSettingsSchema.pick({
      viewport: true,
      mobile: true,
      colorScheme: true,
      reducedMotion: true,
      locale: true,
      includeSelectors: true,
      excludeSelectors: true,
    }).shape,
    ...scanSettingsSchema.pick({ signedIn: true }).shape,
  })
  .meta({ id: 'ComparableConditions', description: 'What a comparable key stands for.' });
export type ComparableConditions = z.infer<typeof comparableConditionsSchema>;

/** Returns the conditions that a scan's comparable key stands for. */
export function buildComparableConditions(
  comparableKey: string,
  rules: readonly RuleSetName[],
  { page, signedIn }: ScanSettings,
): ComparableConditions {
  const { viewport, mobile, colorScheme, reducedMotion, locale, includeSelectors, excludeSelectors } = page;
  return {
    comparableKey,
    rules: [...new Set(rules)].sort(),
    viewport,
    mobile,
    colorScheme,
    reducedMotion,
    locale,
    includeSelectors: [...new Set(includeSelectors)].sort(),
    excludeSelectors: [...new Set(excludeSelectors)].sort(),
    signedIn,
  };
}
