import { z } from 'zod';
import { GLOB_LENGTH_MAX, globFault } from './url-glob.ts';

/** A glob that URLs are held against, as a caller gives it; see `matchesGlob`. */
export const globSchema = z
  .string()
  .max(GLOB_LENGTH_MAX, { abort: true })
  .superRefine((text, context) => {
    const message = globFault(text);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });
