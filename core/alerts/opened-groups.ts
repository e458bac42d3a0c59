import type { ScanGroup } from '../reports/scan-groups.ts';
import { getHistoryId, isOpenViolation } from './event-groups.ts';
import type { ReportFacts } from './scan-end-facts.ts';

/** An issue group that is open since this scan, for the first time or again. */
export interface Opened {
  group: ScanGroup;
  change: 'first-seen' | 'returned';
  /** See `GroupEvent`. */
  fixedAt: string | undefined;
  /** Whether a change of the engine caused all its findings that are new. */
  isByEngine: boolean;
}

/**
 * Returns the groups that are open since this scan. The history says so, and the report must say that findings of the
 * group are new or regressed: a page that was never judged before makes nothing new.
 */
export function listOpened({ groups, changes }: ReportFacts): Opened[] {
  return groups.filter(isOpenViolation).flatMap((group) => {
    const { change, fixedAt } = changes.get(getHistoryId(group)) ?? {};
    const { byState, byEngine } = group;
    const changed = byState.new + byState.regressed;
    if (change === undefined || change === 'fixed' || changed === 0) return [];
    const isBack = change === 'returned' || byState.new === 0;
    return [{ group, change: isBack ? 'returned' : 'first-seen', fixedAt, isByEngine: byEngine >= changed }];
  });
}
