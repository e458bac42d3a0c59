import { z } from 'zod';

const LABELS_MAX = 5;
const LABEL_LENGTH_MAX = 24;

const labelSchema = z
  .string()
  .trim()
  .normalize('NFC')
  .min(1, 'must not be empty')
  .max(LABEL_LENGTH_MAX)
  .regex(
    /^[\p{L}\p{M}\p{N} ._-]*$/u,
    'must have only letters, digits, spaces, hyphens, underscores and periods',
  );

/** The labels of a site, by which lists of sites can be filtered. */
export const labelsSchema = z
  .array(labelSchema)
  .max(LABELS_MAX)
  .superRefine((labels, context) => {
    for (const [index, label] of labels.entries()) {
      const first = labels.findIndex((other) => isSameLabel(label, other));
      if (first < index) {
        context.addIssue({ code: 'custom', path: [index], message: `repeats the label ${first + 1}` });
      }
    }
  })
  .meta({
    description:
      'Labels, by which the overview can be filtered, such as the team or the product. Letters, digits, spaces, `-`, `_` and `.`; upper and lower case mean the same.',
    example: ['web team', 'shop'],
  });

/** True if two labels mean the same. */
export function isSameLabel(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
