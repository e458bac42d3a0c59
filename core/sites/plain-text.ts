import { z } from 'zod';

/**
 * Control characters, line and paragraph separators, the marks that turn a text around, halves of surrogate pairs, and
 * the code points that are no characters: messages with U+FFFE or U+FFFF are refused by SQS.
 */
const UNFIT = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** Whether a text that is kept and shown to people holds nothing that could do something instead of showing. */
export function isPlainText(text: string): boolean {
  return !UNFIT.test(text);
}

export const NOT_PLAIN = 'must not contain control characters';

const REASON_LENGTH_MAX = 500;

/** Why somebody takes something out of a gate's decision. */
export const reasonSchema = z
  .string()
  .trim()
  .min(1, 'must say why')
  .max(REASON_LENGTH_MAX)
  .refine(isPlainText, NOT_PLAIN);
