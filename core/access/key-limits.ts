/** Limits of API keys. The dashboard shows them; so this module has no schemas, which would enlarge its bundle. */

/** Maximum number of characters of the description of a key. */
export const KEY_DESCRIPTION_LENGTH_MAX = 500;

/** Default lifetime of a key, in days. */
export const KEY_DAYS_DEFAULT = 90;
export const KEY_DAYS_MAX = 365;

/** Default grace period in hours: how long the old value of a rotated key keeps working. */
export const ROTATION_GRACE_HOURS_DEFAULT = 24;
export const ROTATION_GRACE_HOURS_MAX = 168;
