/** Days for which a shared report can be read by default, and at most. */
export const SHARED_DAYS_DEFAULT = 30;
export const SHARED_DAYS_MAX = 90;
