import type { KeyDay } from '../../core/usage/key-day.ts';

/**
 * Returns the usage of a key summed over all days, because a test may run past midnight and some tests set the
 * sweeper's clock ahead.
 */
export function usageOver(days: readonly KeyDay[]): Pick<KeyDay, 'requests' | 'scans' | 'pages'> {
  const sum = (member: 'requests' | 'scans' | 'pages') => days.reduce((all, day) => all + day[member], 0);
  return { requests: sum('requests'), scans: sum('scans'), pages: sum('pages') };
}
