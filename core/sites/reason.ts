import { z } from 'zod';
import { isPlainText, NOT_PLAIN } from './plain-text.ts';

const REASON_LENGTH_MAX = 500;

/** Why somebody takes something out of a gate's decision. */
export const reasonSchema = z
  .string()
  .trim()
  .min(1, 'must say why')
  .max(REASON_LENGTH_MAX)
  .refine(isPlainText, NOT_PLAIN);
