import { z } from 'zod';

/**
 * Control characters, line and paragraph separators, bidirectional controls, lone surrogates, and noncharacters: SQS
 * refuses messages with U+FFFE or U+FFFF.
 */
const ACTIVE = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** True if a text has no characters that have an effect instead of being shown. */
export function isPlainText(text: string): boolean {
  return !ACTIVE.test(text);
}

/** Returns a text without the characters that have an effect instead of being shown. */
export function toPlainText(text: string): string {
  return [...text].filter(isPlainText).join('').trim();
}

export const NOT_PLAIN = 'must not contain control characters';

const REASON_LENGTH_MAX = 500;

/** The reason for an exception from a gate's decision. */
export const reasonSchema = z
  .string()
  .trim()
  .min(1, 'must not be empty; give the reason')
  .max(REASON_LENGTH_MAX)
  .refine(isPlainText, NOT_PLAIN);
