import { z } from 'zod';
import { formatMeanings } from '../meanings.ts';
import { gateReasonCodes, gateReasons } from './gate-reasons.ts';

export const gateResults = ['passed', 'failed', 'inconclusive'] as const;
export type GateResult = (typeof gateResults)[number];

/** The pass/fail decision of a scan. */
export const gateSchema = z
  .object({
    result: z.enum(gateResults).nullable().meta({
      description:
        'Null if the scan has no `failOn`. An exceeded threshold fails the gate, also if other facts are unknown.',
    }),
    reasons: z
      .array(
        z.object({
          code: z.enum(gateReasonCodes).meta({ description: formatMeanings(gateReasons) }),
          result: z
            .enum(['failed', 'inconclusive'])
            .meta({ description: 'The result of the gate if this were the only reason.' }),
          message: z.string().meta({ description: 'A sentence for people, with the numbers.' }),
          count: z.number().int().min(0).nullable().meta({
            description: 'Number of findings, pages, rules or frames concerned; null if nothing is counted.',
          }),
        }),
      )
      .meta({ description: 'All reasons; empty if the gate passed.' }),
    counted: z
      .object({
        findings: z.number().int().min(0),
        new: z.number().int().min(0),
        suppressed: z.number().int().min(0),
        decidedFine: z.number().int().min(0).optional().meta({
          description: 'Absent in reports before 1.5.',
        }),
        engine: z.number().int().min(0),
      })
      .nullable()
      .meta({
        description:
          'Number of findings that were compared with the thresholds (`findings`), of the new ones among them (`new`), and of findings that do not count because they are suppressed (`suppressed`), because a person decided that they are fine (`decidedFine`) or because a change of the engine caused them (`engine`); null without `failOn`.',
      }),
  })
  .meta({ id: 'Gate' });
export type Gate = z.infer<typeof gateSchema>;
export type Reason = Gate['reasons'][number];
