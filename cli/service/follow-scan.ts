import type { Client, PolledScan, Scan } from '../../client/index.ts';
import { CliError, toUnexpectedError, withScanId } from '../errors.ts';
import type { ExitStatus } from '../exit-codes.ts';
import type { Context } from '../host.ts';
import { prepareOutputs } from '../outcome/outputs.ts';
import { reportOutcome } from '../outcome/report-outcome.ts';
import { escapeLogLine } from '../terminal/log-text.ts';
import { createWaitLimits } from '../wait-limits.ts';
import type { Access } from './access.ts';
import { formatProgress } from './progress-text.ts';
import { createServiceClient } from './service-client.ts';
import { fetchServiceOutcome } from './service-outcome.ts';
import { createTimeoutError, toStillRunningError } from './wait-errors.ts';
import { isEnded, waitForScan } from './wait-for-scan.ts';

/** A command for one scan of the service. */
export interface ScanCommand {
  /** Id of the scan, if it is known before the request. */
  scanId?: string;
  /** Finds or starts the scan. Its errors are passed to `explain`. */
  begin(client: Client, signal: AbortSignal): Promise<PolledScan & { notes?: string[] }>;
  /** Converts an error of the client for the user; rethrows other errors. */
  explain(error: unknown): CliError;
  /** Handles an interruption and returns the error to report. @param scan null while unknown */
  interrupted(client: Client, scan: Scan | null): Promise<CliError>;
}

/**
 * Finds or starts a scan, waits for it up to the timeout of the settings, fetches its report, shows it and writes the
 * outputs. Checks before the first request that the outputs can be written.
 * @throws CliError for every end without an outcome of the scan
 */
export async function followScan(
  context: Context,
  access: Access,
  command: ScanCommand,
): Promise<ExitStatus> {
  const { host, settings, terminal } = context;
  const outputs = await prepareOutputs(settings.outputs, host);
  const limits = createWaitLimits(host.interrupted, settings.timeoutMs);
  const progress = terminal.progress();
  let scan: Scan | null = null;
  const explain = (error: unknown): CliError => {
    if (error instanceof CliError) return error;
    if (limits.ended === 'timeout') return createTimeoutError(settings.timeoutMs, scan);
    if (limits.ended === 'interrupted') return new CliError('interrupted', 'interrupted', 'Interrupted.');
    const explained = explainClientError(error);
    return scan === null || isEnded(scan) ? explained : toStillRunningError(explained, scan);
  };
  const explainClientError = (error: unknown): CliError => {
    try {
      return command.explain(error);
    } catch (fault) {
      return toUnexpectedError(fault, host);
    }
  };
  let client: Client | null = null;
  try {
    client = createServiceClient(context, access, progress);
    const begun = await command.begin(client, limits.signal);
    scan = begun.scan;
    terminal.note(escapeLogLine(`Scan ${scan.id}`));
    for (const note of begun.notes ?? []) terminal.note(note);
    scan = await waitForScan(client, begun, {
      signal: limits.signal,
      onProgress: (polled) => {
        scan = polled;
        progress.update(escapeLogLine(formatProgress(polled)));
      },
    });
    progress.update('Fetching the report');
    const outcome = await fetchServiceOutcome(client, scan, { signal: limits.signal, explain });
    progress.end();
    return await reportOutcome(context, { ...outcome, notes: begun.notes ?? [] }, outputs);
  } catch (error) {
    progress.end();
    const cliError =
      limits.ended === 'interrupted' && client !== null
        ? await command.interrupted(client, scan).catch((fault) => toUnexpectedError(fault, host))
        : explain(error);
    const scanId = cliError.scanId ?? scan?.id ?? command.scanId;
    throw scanId === undefined ? cliError : withScanId(cliError, scanId);
  } finally {
    limits.release();
  }
}
