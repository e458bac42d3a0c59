import { z } from 'zod';

/** The rules that did not run on scanned pages. Rules with the same pages are one entry. */
export const rulesNotRunSchema = z
  .array(
    z.object({
      ruleIds: z.array(z.string()),
      pages: z
        .number()
        .int()
        .min(0)
        .meta({ description: 'Number of pages on which these rules did not run.' }),
      urls: z.array(z.string()).meta({ description: 'The first three of these pages, as requested.' }),
    }),
  )
  .meta({
    description:
      'Rules that did not run on scanned pages, for example because they took too long. They tested nothing there. Rules with the same pages are one entry; entries with the most pages come first. If there would be more than five entries, all rules are in one. `rules` of each page says why.',
  });
export type RulesNotRun = z.infer<typeof rulesNotRunSchema>[number];

const NAMED_MAX = 5;

/** Returns the first five rule ids as text for people, with the number of the others. */
export function formatRuleNames(ruleIds: readonly string[]): string {
  const more = ruleIds.length - NAMED_MAX;
  return ruleIds.slice(0, NAMED_MAX).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
