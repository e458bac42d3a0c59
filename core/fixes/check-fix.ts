import type { Measured } from './measured.ts';

/**
 * What to do about one check that did not hold: a clause in the imperative that begins in lower case and ends without
 * a full stop. Needs-review findings take the same clauses, so a check that axe could not decide says what to look at.
 */
export type CheckFix = (measured: Measured) => string;

/** Fixes by axe's id of the check. */
export type CheckFixes = Readonly<Record<string, CheckFix>>;
