/** The priorities of scans, most urgent first. Each has its own queue. */
export const priorities = ['high', 'normal', 'low'] as const;
export type Priority = (typeof priorities)[number];
export const PRIORITY_DEFAULT: Priority = 'normal';

/** What each priority means to a caller. */
export const priorityMeanings: Record<Priority, string> = {
  high: 'runs before all scans with normal and low priority; limited to a share of an account’s unfinished scans',
  normal: 'the default',
  low: 'runs after all others; for nightly runs and large sites',
};
