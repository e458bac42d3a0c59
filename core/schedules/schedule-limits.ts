/** Minutes after a planned time within which its scan starts, by default and at most. */
export const WITHIN_MINUTES_DEFAULT = 60;
export const WITHIN_MINUTES_MAX = 720;
