import type { Client, Scan } from '../../client/index.ts';
import type { CliError } from '../errors.ts';
import type { Outcome } from '../outcome/outcome.ts';
import { escapeLogLine } from '../terminal/log-text.ts';
import { collectReport, parseReport } from './read-report.ts';

/**
 * Fetches the outcome of a settled scan, with its JSON report. Reports in other formats are fetched when they are
 * requested.
 * @param signal aborts all requests
 * @param explain converts an error of the client while a report in another format is fetched
 * @throws errors of the client; CliError if this version cannot read the report
 */
export async function fetchServiceOutcome(
  client: Pick<Client, 'reportChunks'>,
  scan: Scan,
  { signal, explain }: { signal: AbortSignal; explain(error: unknown): CliError },
): Promise<Outcome> {
  const { id: scanId, siteId, status, failure, cancelReason } = scan;
  const chunks =
    scan.report === 'ready'
      ? await collectReport(client.reportChunks(scanId, 'json', { signal }), scanId)
      : null;
  return {
    where: 'service',
    scanId,
    siteId,
    status: status === 'failed' || status === 'cancelled' ? status : 'completed',
    reason: toReason(failure?.reason ?? cancelReason),
    report: chunks && parseReport(chunks, scanId),
    async *renderReport(format) {
      if (format === 'json' && chunks) {
        yield* chunks;
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

function toReason(text: unknown): string | null {
  return typeof text === 'string' ? escapeLogLine(text) : null;
}
