import { createIdSchema } from '../../core/ids.ts';
import { createUsageError } from '../errors.ts';
import type { ExitStatus } from '../exit-codes.ts';
import type { Context } from '../host.ts';
import { requireAccess } from '../service/access.ts';
import { followScan } from '../service/follow-scan.ts';
import { toCliError, toNotFoundError } from '../service/to-cli-error.ts';
import { createInterruptedError } from '../service/wait-errors.ts';
import { isEnded } from '../service/wait-for-scan.ts';
import { escapeLogLine } from '../terminal/log-text.ts';

/** Longer than any id. */
const SHOWN_MAX = 60;

/**
 * Shows a scan of the service, after it has ended. Its gate decides the exit status. An interruption does not cancel
 * the scan.
 * @throws CliError for every end without an outcome of the scan
 */
export async function runReport(context: Context, { scanId }: { scanId: string }): Promise<ExitStatus> {
  requireScanId(scanId);
  return followScan(context, requireAccess(context.settings), {
    scanId,
    begin: (client, signal) => client.getScan(scanId, { signal }),
    explain: (error) => toNotFoundError(error, 'scan-not-found', `scan ${scanId}`) ?? toCliError(error),
    interrupted: async (_client, scan) =>
      createInterruptedError(
        scan,
        scan !== null && isEnded(scan) ? 'The scan had ended.' : 'The scan was not cancelled.',
      ),
  });
}

function requireScanId(text: string): void {
  if (createIdSchema('scan').safeParse(text).success) return;
  // The text may be an API key, so it is shown only if it begins like an id.
  const shown = /^scan_/i.test(text) ? `: ${escapeLogLine(text, SHOWN_MAX)}` : '';
  throw createUsageError(
    'scan-malformed',
    `This is not the id of a scan${shown}.`,
    'An id looks like scan_01k6zq5x7g0p4r6t8v9w1y2z3a: "scan_" and 26 digits and lower-case letters. `a11y-scan trigger` shows it when a scan starts and ends.',
  );
}
