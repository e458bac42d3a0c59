import { z } from 'zod';

/** Who made something, with the name at that time: a key or a person. */
export const authorSchema = z.union([
  z.object({ keyId: z.string(), name: z.string() }),
  z.object({ personId: z.string(), name: z.string() }),
]);
export type Author = z.infer<typeof authorSchema>;
