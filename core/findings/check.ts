import { z } from 'zod';

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** The message and the data of one axe check on one element. */
export const checkSchema = z.object({
  /** axe's id of the check, e.g. `color-contrast`. */
  id: z.string(),
  /** The message of axe. */
  message: z.string(),
  /**
   * What the check measured, bounded: only the scalar members of axe's `data`, and lists of scalars. If `data` itself
   * is a list, it is stored as `values`; if it is a scalar, as `value`.
   */
  data: z.record(z.string(), z.union([scalar, z.array(scalar)])).nullable(),
});
export type Check = z.infer<typeof checkSchema>;

/** The failed checks of an element. To fix it, fix any one of `any`, and all of `all` and `none`. */
export const checksSchema = z.object({
  any: z.array(checkSchema),
  all: z.array(checkSchema),
  none: z.array(checkSchema),
});
export type Checks = z.infer<typeof checksSchema>;
