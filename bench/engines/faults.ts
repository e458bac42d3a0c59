import { z } from 'zod';

/** The schema of `planted-faults/faults.json`: one entry for each fault, with the selector of its element. */
export const faultsSchema = z.array(
  z.object({
    id: z.string(),
    page: z.string(),
    /** Number of the success criterion; `none` for a best practice. */
    criterion: z.string(),
    selector: z.string(),
    description: z.string(),
  }),
);
export type Fault = z.infer<typeof faultsSchema>[number];
