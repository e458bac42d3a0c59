import type { Client, Scan } from '../../client/index.ts';
import type { CliError } from '../errors.ts';
import type { Outcome } from '../outcome/outcome.ts';
import { escapeLogLine } from '../terminal/log-text.ts';
import { collectReport, parseReport } from './read-report.ts';

/**
 * What became of a settled scan of the service, its JSON report fetched; the other forms are fetched when they are
 * asked for.
 * @param signal ends whatever is under way
 * @param explain what is thrown where a further form cannot be had, by what the client threw
 * @throws what the client throws; CliError when the report is not one that this version understands
 */
export async function fetchServiceOutcome(
  client: Pick<Client, 'reportChunks'>,
  scan: Scan,
  { signal, explain }: { signal: AbortSignal; explain(error: unknown): CliError },
): Promise<Outcome> {
  const { id: scanId, siteId, status, failure, cancelReason } = scan;
  const pieces =
    scan.report === 'ready'
      ? await collectReport(client.reportChunks(scanId, 'json', { signal }), scanId)
      : null;
  return {
    where: 'service',
    scanId,
    siteId,
    status: status === 'failed' || status === 'cancelled' ? status : 'completed',
    reason: reasonOf(failure?.reason ?? cancelReason),
    report: pieces && parseReport(pieces, scanId),
    async *form(format) {
      if (format === 'json' && pieces) {
        yield* pieces;
        return;
      }
      try {
        yield* client.reportChunks(scanId, format, { signal });
      } catch (error) {
        throw explain(error);
      }
    },
    notes: [],
  };
}

function reasonOf(text: unknown): string | null {
  return typeof text === 'string' ? escapeLogLine(text) : null;
}
