import { z } from 'zod';

/** The id of an issue group, as reports show it. */
export const issueGroupIdSchema = z
  .string()
  .regex(/^grp_[0-9a-f]{16}$/, 'must be the id of an issue group, as reports show it');
