import { z } from 'zod';

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** The message and the data of one check of axe at one element. */
export const checkSchema = z.object({
  /** axe's id of the check, e.g. `color-contrast`. */
  id: z.string(),
  /** axe's own sentence. */
  message: z.string(),
  /**
   * What the check measured, bounded: only the scalar members of axe's `data`, and lists of scalars. Where `data` is
   * a list itself it is here as `values`, and where it is a scalar as `value`.
   */
  data: z.record(z.string(), z.union([scalar, z.array(scalar)])).nullable(),
});
export type Check = z.infer<typeof checkSchema>;

/** The checks of an element that failed. To fix it takes any one of `any`, and all of `all` and `none`. */
export const checksSchema = z.object({
  any: z.array(checkSchema),
  all: z.array(checkSchema),
  none: z.array(checkSchema),
});
export type Checks = z.infer<typeof checksSchema>;
