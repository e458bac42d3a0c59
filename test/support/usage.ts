import type { UsageDay } from '../../core/usage/usage-day.ts';

/**
 * Returns the usage of a key summed over all days, because a test may run past midnight and some tests set the
 * sweeper's clock ahead.
 */
export function usageOver(days: readonly UsageDay[]): Pick<UsageDay, 'requests' | 'scans' | 'pages'> {
  const sum = (member: 'requests' | 'scans' | 'pages') => days.reduce((all, day) => all + day[member], 0);
  return { requests: sum('requests'), scans: sum('scans'), pages: sum('pages') };
}
