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
 * Shows a scan of the service, waiting for it if it is unfinished; ends by its gate. An interruption leaves the scan
 * alone.
 * @throws CliError for every end that is none of the scan's own
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
        scan !== null && isEnded(scan) ? 'The scan had ended.' : 'The scan was left alone.',
      ),
  });
}

function requireScanId(text: string): void {
  if (createIdSchema('scan').safeParse(text).success) return;
  // An API key that was put in its place is not to be repeated.
  const shown = /^scan_/i.test(text) ? `: ${escapeLogLine(text, SHOWN_MAX)}` : '';
  throw createUsageError(
    'scan-malformed',
    `This is not the id of a scan${shown}.`,
    'One looks like scan_01k6zq5x7g0p4r6t8v9w1y2z3a: "scan_" and 26 digits and small letters. `a11y-scan trigger` shows it when a scan begins and at its end.',
  );
}
