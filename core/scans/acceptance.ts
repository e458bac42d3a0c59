import { z } from 'zod';
import { reasonSchema } from '../sites/plain-text.ts';

/** The body of `POST /scans/<id>/accept`. */
export const acceptScanSchema = z
  .strictObject({
    reason: reasonSchema.meta({
      description: 'Why; shown with the scan and in the audit log.',
      example: 'Known faults of the new checkout, planned for March',
    }),
  })
  .meta({ id: 'AcceptScan', description: 'A scan to accept as the baseline.' });

/** That a scan was accepted as the baseline of later ones. */
export const acceptanceSchema = z
  .object({
    at: z.iso.datetime().meta({ description: 'When it was accepted, the last time if more than once.' }),
    by: z.object({ keyId: z.string(), name: z.string() }).meta({ description: 'The key that accepted it.' }),
    reason: z.string().meta({ description: 'Why.' }),
  })
  .meta({ id: 'Acceptance' });
export type Acceptance = z.infer<typeof acceptanceSchema>;

/** An acceptance in the order of the schema: a table gives the members of an item in an order of its own. */
export function toAcceptanceView(acceptance: Acceptance | undefined): Acceptance | null {
  return acceptance === undefined ? null : acceptanceSchema.parse(acceptance);
}
