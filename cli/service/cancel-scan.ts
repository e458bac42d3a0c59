import { ApiError, type Client, type Scan } from '../../client/index.ts';
import { boundsOf } from '../bounds.ts';
import { CliError } from '../errors.ts';
import { seeLater } from './scan-ends.ts';
import { toCliError } from './to-cli-error.ts';

/**
 * How long an interrupted invocation may take to take back what it began, in milliseconds: GitHub's runner sends the
 * next signal 7.5 s after the first
 * (https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-cancellation).
 */
const GRACE_MS = 6_000;

/** Does something within the grace of an interruption. */
export async function inGrace<T>(work: (signal: AbortSignal) => Promise<T>, graceMs = GRACE_MS): Promise<T> {
  const bounds = boundsOf(new AbortController().signal, graceMs);
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
export async function cancelInterrupted(
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
      return end('had ended already.', seeLater(scan));
    }
    const why = signal.aborted ? 'The service did not answer in time.' : toCliError(error).message;
    return end(`could not be cancelled: ${why}`, `The scan goes on. ${seeLater(scan)}`);
  }
}
