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

/** A command that is about one scan of the service. */
export interface ScanCommand {
  /** The scan that is asked for, where that is known before it is found. */
  scanId?: string;
  /** Finds or starts the scan; what it throws is explained by `explain`. */
  begin(client: Client, signal: AbortSignal): Promise<PolledScan & { notes?: string[] }>;
  /** What the client's refusal means to whoever gave the settings; throws what is no error of the client. */
  explain(error: unknown): CliError;
  /** What to do, and then to say, when a person interrupts. @param scan null while it is not known */
  interrupted(client: Client, scan: Scan | null): Promise<CliError>;
}

/**
 * Begins with a scan, waits for it within the time that the settings give, fetches its report, shows it and writes its
 * forms. That the outputs can be written is known before the first request.
 * @throws CliError for every end that is none of the scan's own
 */
export async function followScan(
  context: Context,
  access: Access,
  command: ScanCommand,
): Promise<ExitStatus> {
  const { host, settings, terminal } = context;
  const outputs = await prepareOutputs(settings.outputs, host);
  const bounds = createWaitLimits(host.interrupted, settings.timeoutMs);
  const progress = terminal.progress();
  let scan: Scan | null = null;
  const explain = (error: unknown): CliError => {
    if (error instanceof CliError) return error;
    if (bounds.ended === 'timeout') return createTimeoutError(settings.timeoutMs, scan);
    if (bounds.ended === 'interrupted') return new CliError('interrupted', 'interrupted', 'Interrupted.');
    const explained = foreseen(error);
    return scan === null || isEnded(scan) ? explained : toStillRunningError(explained, scan);
  };
  const foreseen = (error: unknown): CliError => {
    try {
      return command.explain(error);
    } catch (fault) {
      return toUnexpectedError(fault, host);
    }
  };
  let client: Client | null = null;
  try {
    client = createServiceClient(context, access, progress);
    const begun = await command.begin(client, bounds.signal);
    scan = begun.scan;
    terminal.note(escapeLogLine(`Scan ${scan.id}`));
    for (const note of begun.notes ?? []) terminal.note(note);
    scan = await waitForScan(client, begun, {
      signal: bounds.signal,
      onProgress: (polled) => {
        scan = polled;
        progress.update(escapeLogLine(formatProgress(polled)));
      },
    });
    progress.update('Fetching the report');
    const outcome = await fetchServiceOutcome(client, scan, { signal: bounds.signal, explain });
    progress.end();
    return await reportOutcome(context, { ...outcome, notes: begun.notes ?? [] }, outputs);
  } catch (error) {
    progress.end();
    const told =
      bounds.ended === 'interrupted' && client !== null
        ? await command.interrupted(client, scan).catch((fault) => toUnexpectedError(fault, host))
        : explain(error);
    const scanId = told.scanId ?? scan?.id ?? command.scanId;
    throw scanId === undefined ? told : withScanId(told, scanId);
  } finally {
    bounds.release();
  }
}
