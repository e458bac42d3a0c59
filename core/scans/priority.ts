/** The priorities a scan may have, most urgent first; each has a queue of its own. */
export const priorities = ['high', 'normal', 'low'] as const;
export type Priority = (typeof priorities)[number];
export const PRIORITY_DEFAULT: Priority = 'normal';

/** What each priority means to a caller. */
export const priorityMeanings: Record<Priority, string> = {
  high: 'overtakes every scan of normal and low priority; a limited share of an account’s unfinished scans',
  normal: 'the default',
  low: 'waits behind the others: nightly runs, large sites',
};
