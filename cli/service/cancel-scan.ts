import { ApiError, type Client, type Scan } from '../../client/index.ts';
import { CliError } from '../errors.ts';
import { createWaitLimits } from '../wait-limits.ts';
import { toCliError } from './to-cli-error.ts';
import { formatReportHint } from './wait-errors.ts';

/**
 * How long an interrupted invocation may take to take back what it began, in milliseconds: GitHub's runner sends the
 * next signal 7.5 s after the first
 * (https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-cancellation).
 */
const GRACE_MS = 6_000;

/** Does something within the grace of an interruption. */
export async function runInGracePeriod<T>(
  work: (signal: AbortSignal) => Promise<T>,
  graceMs = GRACE_MS,
): Promise<T> {
  const bounds = createWaitLimits(new AbortController().signal, graceMs);
  try {
    return await work(bounds.signal);
  } catch (error) {
    if (bounds.ended === null) throw error;
    throw new CliError('service', 'timeout', 'The service did not answer in time.');
  } finally {
    bounds.release();
  }
}

/** Cancels a scan because a person interrupted. Out: how the invocation ends, which says whether it worked. */
export async function cancelInterruptedScan(
  client: Pick<Client, 'cancelScan'>,
  scan: Pick<Scan, 'id'>,
  signal: AbortSignal,
): Promise<CliError> {
  const end = (what: string, hint: string) =>
    new CliError('interrupted', 'interrupted', `Interrupted. Scan ${scan.id} ${what}`, {
      hint,
      scanId: scan.id,
    });
  try {
    await client.cancelScan(scan.id, { signal });
    return end('was cancelled.', `What it had found until then, if anything: a11y-scan report ${scan.id}`);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'scan-already-ended') {
      return end('had ended already.', formatReportHint(scan));
    }
    const why = signal.aborted ? 'The service did not answer in time.' : toCliError(error).message;
    return end(`could not be cancelled: ${why}`, `The scan goes on. ${formatReportHint(scan)}`);
  }
}
