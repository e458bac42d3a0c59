import { wrongUse } from '../wrong-use.ts';

/**
 * The whole number that a flag's value says.
 * @throws CliError when it says none, or one that is not within the bounds
 */
export function wholeNumber(flag: string, text: string, min: number, max: number): number {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  if (max === Number.MAX_SAFE_INTEGER)
    throw wrongUse('invalid-settings', `${flag} must be a whole number, not ${text}.`);
  throw wrongUse('invalid-settings', `${flag} must be a whole number from ${min} to ${max}, not ${text}.`);
}
