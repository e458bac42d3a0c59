import { tracingChannel } from 'node:diagnostics_channel';

/**
 * The parts of the work on a page that benchmarks measure. `openers` is a part of `keyboard`; `evidence` finds out
 * whether the page shows what should be there.
 */
export type PhaseName = 'evidence' | 'axe' | 'dom' | 'viewport' | 'keyboard' | 'openers' | 'time';

/** Publishes when a phase starts and ends, for measurements. Without a subscriber, this does nothing. */
export const phaseChannel = tracingChannel<unknown, { phase: PhaseName }>('a11y-scan.phase');

/** Does the work of a phase, and publishes when it starts and ends. */
export function tracePhase<T>(phase: PhaseName, work: () => Promise<T>): Promise<T> {
  return phaseChannel.tracePromise(work, { phase });
}
