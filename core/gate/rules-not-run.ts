import { z } from 'zod';

/** The rules that did not run on pages that were scanned, those of the same pages together. */
export const rulesNotRunSchema = z
  .array(
    z.object({
      ruleIds: z.array(z.string()),
      pages: z.number().int().min(0).meta({ description: 'Pages that none of these rules ran on.' }),
      urls: z.array(z.string()).meta({ description: 'The first three of them, as they were requested.' }),
    }),
  )
  .meta({
    description:
      'Rules that did not run on pages that were scanned, such as one that took too long: they judged nothing there. Rules of the same pages are one entry, most pages first; at most five entries, else all are one. `rules` of each page says why.',
  });
export type RulesNotRun = z.infer<typeof rulesNotRunSchema>[number];

const NAMED_MAX = 5;

/** Returns rules as text for people: the first five, and the number of the others. */
export function formatRuleNames(ruleIds: readonly string[]): string {
  const more = ruleIds.length - NAMED_MAX;
  return ruleIds.slice(0, NAMED_MAX).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
