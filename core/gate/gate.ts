import { z } from 'zod';
import { formatMeanings } from '../meanings.ts';

export const gateResults = ['passed', 'failed', 'inconclusive'] as const;
export type GateResult = (typeof gateResults)[number];

/** Why a gate did not pass, by a stable code. */
const gateReasons = {
  new: 'New or regressed findings at or above the threshold.',
  any: 'Findings at or above the threshold.',
  total: 'More findings than allowed.',
  'best-practice-new': 'New or regressed best-practice findings at or above the threshold.',
  'best-practice-any': 'Best-practice findings at or above the threshold.',
  'best-practice-total': 'More best-practice findings than allowed.',
  'no-page-scanned': 'No page was scanned.',
  'start-page-not-scanned': 'The start page was not scanned.',
  'listed-page-not-scanned': 'A listed page was not scanned.',
  'low-coverage': 'Too few of the attempted pages were scanned.',
  'rule-not-run': 'A rule that could make the gate fail did not run on a page that was scanned.',
  'frame-not-judged': 'The content of a frame was not judged on a page that was scanned.',
  'page-incomplete':
    'The start page, a listed page, or too many others may not have shown all of their content when the rules ran.',
  'selector-unmatched': 'A selector of `includeSelectors` selects nothing on any page.',
  'scan-incomplete': 'The scan did not run to its end.',
  'not-judged-before':
    'Findings of rules or frames that the baseline never judged on their page: they may be new or not.',
  'no-baseline': 'There is no baseline to tell what is new.',
} as const;
export type GateReason = keyof typeof gateReasons;
const gateReasonCodes = Object.keys(gateReasons) as [GateReason, ...GateReason[]];

/** The decision that a pipeline asked for. */
export const gateSchema = z
  .object({
    result: z.enum(gateResults).nullable().meta({
      description:
        'Null when the scan had no `failOn`. A threshold that is passed fails whatever else is unknown.',
    }),
    reasons: z
      .array(
        z.object({
          code: z.enum(gateReasonCodes).meta({ description: formatMeanings(gateReasons) }),
          result: z
            .enum(['failed', 'inconclusive'])
            .meta({ description: 'What it alone makes of the gate.' }),
          message: z.string().meta({ description: 'With the numbers, for people.' }),
          count: z.number().int().min(0).nullable().meta({
            description: 'Findings, pages, rules or frames that it is about; null where nothing is counted.',
          }),
        }),
      )
      .meta({ description: 'All of them; empty when the gate passed.' }),
    counted: z
      .object({
        findings: z.number().int().min(0),
        new: z.number().int().min(0),
        suppressed: z.number().int().min(0),
        engine: z.number().int().min(0),
      })
      .nullable()
      .meta({
        description:
          'Findings that were held against the thresholds, those of them that are new, and those left out because they are suppressed or caused by the engine; null without `failOn`.',
      }),
  })
  .meta({ id: 'Gate' });
export type Gate = z.infer<typeof gateSchema>;
export type Reason = Gate['reasons'][number];
