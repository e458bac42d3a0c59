import { ApiError, type Client, type Scan } from '../../client/index.ts';
import { CliError } from '../errors.ts';
import { createWaitLimits } from '../wait-limits.ts';
import { toCliError } from './to-cli-error.ts';
import { formatReportHint } from './wait-errors.ts';

/**
 * Maximum time to cancel the scan after an interruption, in milliseconds. GitHub's runner sends the next signal 7.5 s
 * after the first one (https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-cancellation).
 */
const GRACE_MS = 6_000;

/** Runs work within the grace period of an interruption. */
export async function runInGracePeriod<T>(
  work: (signal: AbortSignal) => Promise<T>,
  graceMs = GRACE_MS,
): Promise<T> {
  const limits = createWaitLimits(new AbortController().signal, graceMs);
  try {
    return await work(limits.signal);
  } catch (error) {
    if (limits.ended === null) throw error;
    throw new CliError('service', 'timeout', 'The service did not respond in time.');
  } finally {
    limits.release();
  }
}

/** Cancels a scan after an interruption. Returns the error that ends the invocation and says whether this succeeded. */
export async function cancelInterruptedScan(
  client: Pick<Client, 'cancelScan'>,
  scan: Pick<Scan, 'id'>,
  signal: AbortSignal,
): Promise<CliError> {
  const toError = (what: string, hint: string) =>
    new CliError('interrupted', 'interrupted', `Interrupted. Scan ${scan.id} ${what}`, {
      hint,
      scanId: scan.id,
    });
  try {
    await client.cancelScan(scan.id, { signal });
    return toError('was cancelled.', `Its findings so far, if any: a11y-scan report ${scan.id}`);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'scan-already-ended') {
      return toError('had already ended.', formatReportHint(scan));
    }
    const why = signal.aborted ? 'The service did not respond in time.' : toCliError(error).message;
    return toError(`could not be cancelled: ${why}`, `The scan continues. ${formatReportHint(scan)}`);
  }
}
