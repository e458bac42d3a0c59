import { z } from 'zod';
import { undecidedReasons } from '../gate/resolutions.ts';
import { countSchema } from '../reports/schema/numbers.ts';
import type { TrendPoint } from './trend-point.ts';

/** Number of completed scans whose gates are counted. */
export const COUNTED_SCANS_MAX = 100;

/** Number of gates in a row after which a reason is no coincidence any more. */
const REPEATED_GATES = 3;

/** How the gates of the newest scans of a site ended, of all branches. */
export const gateCountsSchema = z
  .object({
    scans: countSchema.meta({
      description: `Number of scans with a gate among the newest ${COUNTED_SCANS_MAX} completed scans of the site, of all branches. Scans that failed or were cancelled are not among them.`,
    }),
    passed: countSchema.meta({ description: 'Gates that passed.' }),
    failed: countSchema.meta({ description: 'Gates that failed.' }),
    inconclusive: countSchema.meta({ description: 'Gates that are not decided.' }),
    reasons: z.array(z.object({ code: z.enum(undecidedReasons), scans: countSchema })).meta({
      description: 'Why gates are not decided, the most frequent reason first. A gate can have several.',
    }),
    repeated: z
      .enum(undecidedReasons)
      .nullable()
      .meta({
        description: `The reason that the newest ${REPEATED_GATES} gates with the same settings, of all branches or of one, have in common for not being decided; else null.`,
      }),
  })
  .meta({ id: 'GateCounts', description: 'How the gates of the newest scans of a site ended.' });
export type GateCounts = z.infer<typeof gateCountsSchema>;
type UndecidedReason = (typeof undecidedReasons)[number];

/** How the gate of a scan ended, if it has one. */
type EndedGate = Pick<TrendPoint, 'gate' | 'comparableKey' | 'branch'> & {
  inconclusiveReasons: readonly UndecidedReason[];
};

/** Counts how gates ended. @param points newest first; those without a gate do not count */
export function countGates(points: readonly EndedGate[]): GateCounts {
  const gates = points.filter(({ gate }) => gate !== null);
  const count = (result: TrendPoint['gate']) => gates.filter(({ gate }) => gate === result).length;
  const byReason = new Map<UndecidedReason, number>();
  for (const code of gates.flatMap(({ inconclusiveReasons }) => inconclusiveReasons))
    byReason.set(code, (byReason.get(code) ?? 0) + 1);
  const reasons = [...byReason].map(([code, scans]) => ({ code, scans })).sort((a, b) => b.scans - a.scans);
  return {
    scans: gates.length,
    passed: count('passed'),
    failed: count('failed'),
    inconclusive: count('inconclusive'),
    reasons,
    repeated: findRepeated(gates) ?? null,
  };
}

/**
 * Returns the reason that the newest gates with the same settings have in common, of all branches or of one: others may
 * be decided between them, such as those of another viewport.
 */
function findRepeated(gates: readonly EndedGate[]): UndecidedReason | undefined {
  const ofSettings = Map.groupBy(gates, ({ comparableKey }) => comparableKey);
  const ofBranches = Map.groupBy(gates, ({ comparableKey, branch }) =>
    JSON.stringify([comparableKey, branch]),
  );
  for (const line of [...ofSettings.values(), ...ofBranches.values()]) {
    const newest = line.slice(0, REPEATED_GATES);
    const [first, ...others] = newest.map(({ inconclusiveReasons }) => inconclusiveReasons);
    const repeated = first?.find((code) => others.every((reasons) => reasons.includes(code)));
    if (newest.length === REPEATED_GATES && repeated !== undefined) return repeated;
  }
  return undefined;
}
