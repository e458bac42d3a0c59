import { z } from 'zod';
import { isPlainText, NOT_PLAIN } from '../sites/plain-text.ts';

const NAME_LENGTH_MAX = 255;

/** The name of a branch or of a pull request. */
export const branchNameSchema = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(NAME_LENGTH_MAX)
  .refine(isPlainText, NOT_PLAIN);

/** The version control metadata of a scan, as its CI pipeline knows it. */
export const scanMetadataSchema = z
  .strictObject({
    branch: branchNameSchema
      .optional()
      .meta({ description: 'The branch that was built.', example: 'feature/menu' }),
    targetBranch: branchNameSchema.optional().meta({
      description:
        'The branch that it will be merged into. The baseline is a comparable scan of that branch, if one exists.',
      example: 'main',
    }),
    commit: z
      .string()
      .regex(/^[0-9a-f]{7,64}$/i, 'must be a commit hash of 7 to 64 hexadecimal digits')
      .toLowerCase()
      .optional()
      .meta({ description: 'The commit that was built.', example: '9f1c2ab' }),
    pullRequest: branchNameSchema
      .optional()
      .meta({ description: 'The pull or merge request, as the Git host identifies it.', example: '42' }),
  })
  .meta({ id: 'ScanMetadata', description: 'Version control metadata of what was scanned.' });
export type ScanMetadata = z.infer<typeof scanMetadataSchema>;

/** True if two scans name the same commit. Either hash may be abbreviated. */
export function isSameCommit(one: string | null | undefined, other: string | null | undefined): boolean {
  if (one == null || other == null) return false;
  return one.startsWith(other) || other.startsWith(one);
}
