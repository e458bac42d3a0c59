import { z } from 'zod';
import { getLifeState, type SiteHistory } from './site-history.ts';

const TIME_TO_FIX_DAYS = 90;
const DAY_MS = 24 * 3_600_000;

export const timeToFixSchema = z
  .object({
    groupsFixed: z
      .number()
      .int()
      .min(0)
      .meta({
        description: `Issue groups with violations that were fixed in the ${TIME_TO_FIX_DAYS} days before the scan, and still are.`,
      }),
    medianDays: z.number().min(0).nullable().meta({
      description:
        'Median number of days from the first scan that saw such a group, or saw it again, to the scan that observed its fix. Null if it is not known for any group.',
    }),
  })
  .meta({ id: 'TimeToFix', description: 'How long it took to fix issue groups.' });
export type TimeToFix = z.infer<typeof timeToFixSchema>;

/**
 * Returns how long the groups were open that were fixed recently. Groups that may have been there before the history
 * begins count as fixed, but not in the median.
 */
export function computeTimeToFix({ asOf, scans, groups }: SiteHistory): TimeToFix {
  const since = Date.parse(asOf.at) - TIME_TO_FIX_DAYS * DAY_MS;
  const timeOf = (event: number | undefined) => Date.parse(scans[event ?? -1]?.at ?? '');
  let groupsFixed = 0;
  const days: number[] = [];
  for (const group of groups.values()) {
    if (group.kind !== 'violation' || getLifeState(group) !== 'fixed') continue;
    const fixed = timeOf(group.events.at(-1));
    if (fixed < since) continue;
    groupsFixed += 1;
    if (group.isEarlier && group.events.length === 2) continue;
    days.push(Math.max(0, fixed - timeOf(group.events.at(-2))) / DAY_MS);
  }
  const middle = computeMedian(days);
  return { groupsFixed, medianDays: middle === null ? null : Math.round(middle * 10) / 10 };
}

function computeMedian(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2;
}
