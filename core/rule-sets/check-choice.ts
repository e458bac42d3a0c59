/** The values of `config.checks`. */
export const checkChoiceMeanings = {
  all: 'The rules of axe-core and the checks of the service itself.',
  axe: 'The rules of axe-core only.',
} as const;
export type CheckChoice = keyof typeof checkChoiceMeanings;
export const checkChoices = Object.keys(checkChoiceMeanings) as [CheckChoice, ...CheckChoice[]];

/** Used if a scan does not set `config.checks`. */
export const CHECKS_DEFAULT: CheckChoice = 'all';
