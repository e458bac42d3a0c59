import { z } from 'zod';
import { selectorFault } from './selector-fault.ts';

const SELECTOR_LENGTH_MAX = 500;

/** A CSS selector that a caller may give; see `selectorFault` for what is one. */
export const selectorSchema = z
  .string()
  // What is longer is not looked at: brackets within brackets would take the stack.
  .max(SELECTOR_LENGTH_MAX, { abort: true })
  .superRefine((text, context) => {
    const message = selectorFault(text);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });
