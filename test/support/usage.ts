import type { KeyDay } from '../../core/usage/key-day.ts';

/** The usage of a key over all days: a test may run over midnight, and the sweeper is sent ahead of time. */
export function usageOver(days: readonly KeyDay[]): Pick<KeyDay, 'requests' | 'scans' | 'pages'> {
  const sum = (member: 'requests' | 'scans' | 'pages') => days.reduce((all, day) => all + day[member], 0);
  return { requests: sum('requests'), scans: sum('scans'), pages: sum('pages') };
}
