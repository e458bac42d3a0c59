import { z } from 'zod';
import { authorSchema } from '../people/author.ts';
import { reasonSchema } from '../sites/plain-text.ts';

/** The body of `POST /scans/<id>/accept`. */
export const acceptScanSchema = z
  .strictObject({
    reason: reasonSchema.meta({
      description: 'The reason; shown with the scan and in the audit log.',
      example: 'Known faults of the new checkout, planned for March',
    }),
  })
  .meta({ id: 'AcceptScan', description: 'A scan to accept as the baseline.' });

/** Records that a scan was accepted as the baseline of later ones. */
export const acceptanceSchema = z
  .object({
    at: z.iso.datetime().meta({ description: 'Time of the acceptance; the latest if there were several.' }),
    by: authorSchema.meta({ description: 'The key or the person that accepted it.' }),
    reason: z.string().meta({ description: 'The reason.' }),
  })
  .meta({ id: 'Acceptance' });
export type Acceptance = z.infer<typeof acceptanceSchema>;

/** Returns an acceptance with its members in schema order: DynamoDB returns them in another order. */
export function toAcceptanceView(acceptance: Acceptance | undefined): Acceptance | null {
  return acceptance === undefined ? null : acceptanceSchema.parse(acceptance);
}
