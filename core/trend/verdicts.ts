import { z } from 'zod';
import { type GateReason, gateReasonCodes } from '../gate/gate-reasons.ts';
import { countSchema } from '../reports/schema/numbers.ts';
import type { TrendPoint } from './trend-point.ts';

/** Number of scans whose verdicts are counted. */
export const VERDICTS_MAX = 100;

/** Number of scans in a row after which a reason is no coincidence any more. */
const REPEATED_SCANS = 3;

/** How the gates of the newest scans of a site ended, of all branches. */
export const verdictsSchema = z
  .object({
    scans: countSchema.meta({
      description: `Number of scans with a gate among the newest ${VERDICTS_MAX} completed scans of the site, of all branches.`,
    }),
    passed: countSchema.meta({ description: 'Gates that passed.' }),
    failed: countSchema.meta({ description: 'Gates that failed.' }),
    notDecided: countSchema.meta({ description: 'Gates that are not decided.' }),
    reasons: z.array(z.object({ code: z.enum(gateReasonCodes), scans: countSchema })).meta({
      description: 'Why gates are not decided, the most frequent reason first. A gate can have several.',
    }),
    repeated: z
      .enum(gateReasonCodes)
      .nullable()
      .meta({
        description: `The reason that all of the newest ${REPEATED_SCANS} gates have for not being decided, so that scanning again does not help; else null.`,
      }),
  })
  .meta({ id: 'Verdicts', description: 'How the gates of the newest scans of a site ended.' });
export type Verdicts = z.infer<typeof verdictsSchema>;

/** How the gate of a scan ended. */
type Judged = Pick<TrendPoint, 'gate'> & { notDecidedFor: readonly GateReason[] };

/** Counts how gates ended. @param points newest first; those without a gate do not count */
export function countVerdicts(points: readonly Judged[]): Verdicts {
  const gates = points.filter(({ gate }) => gate !== null);
  const count = (result: TrendPoint['gate']) => gates.filter(({ gate }) => gate === result).length;
  const byReason = new Map<GateReason, number>();
  for (const code of gates.flatMap(({ notDecidedFor }) => notDecidedFor))
    byReason.set(code, (byReason.get(code) ?? 0) + 1);
  const reasons = [...byReason].map(([code, scans]) => ({ code, scans })).sort((a, b) => b.scans - a.scans);
  const newest = gates.slice(0, REPEATED_SCANS);
  const isRepeated = ({ code }: { code: GateReason }) =>
    newest.length === REPEATED_SCANS && newest.every(({ notDecidedFor }) => notDecidedFor.includes(code));
  return {
    scans: gates.length,
    passed: count('passed'),
    failed: count('failed'),
    notDecided: count('inconclusive'),
    reasons,
    repeated: reasons.find(isRepeated)?.code ?? null,
  };
}
