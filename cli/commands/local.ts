import { availableParallelism } from 'node:os';
import type { ExitStatus } from '../exit-codes.ts';
import type { Context } from '../host.ts';
import { buildLocalStart, withoutUnseenPictures } from '../local/local-start.ts';
import { readOrigins } from '../local/named-hosts.ts';
import { readBaseline } from '../local/read-baseline.ts';
import { readSuppressions } from '../local/read-suppressions.ts';
import { readUrls } from '../local/read-urls.ts';
import { toScanError } from '../local/scan-error.ts';
import { type LocalTools, scanLocally } from '../local/scan-locally.ts';
import { withWorkFolder } from '../local/work-folder.ts';
import { prepareOutputs } from '../outcome/outputs.ts';
import { reportOutcome } from '../outcome/report-outcome.ts';
import { formatPageProgress } from '../service/progress-text.ts';
import { createWaitLimits } from '../wait-limits.ts';

/** Browsers at a time at most, unless it is said: more hinder each other before they help. */
const CONCURRENCY_DEFAULT_MAX = 4;

/** What a local scan is told beside the settings. */
export interface LocalArguments {
  /** The start URL, then listed pages; one at least. */
  urls: readonly string[];
  /** Path of the JSON report that the scan is held against. */
  baseline?: string | undefined;
  /** Path of a browser, where the one of the package is not to be used. */
  browser?: string | undefined;
  /** Origins that may be opened besides those of the URLs, wherever they are. */
  allowOrigins: readonly string[];
  /** Browsers at a time. */
  concurrency?: number | undefined;
}

/**
 * Scans pages in this process, without the service, and ends by the gate of the scan.
 * @param tools other than usual in tests
 * @throws CliError usage, before anything is opened; timeout; interrupted; service for a browser that does not start
 */
export async function runLocal(
  context: Context,
  given: LocalArguments,
  tools?: LocalTools,
): Promise<ExitStatus> {
  const { host, settings, terminal } = context;
  const config = withoutUnseenPictures(settings.config, settings.outputs);
  const start = buildLocalStart(readUrls(given.urls, 'The URL'), config);
  const allowedOrigins = readOrigins(given.allowOrigins);
  const baseline =
    given.baseline === undefined
      ? null
      : await readBaseline(given.baseline, host.cwd, { rules: config.rules, settings: start.settings });
  const { suppressions: file } = settings;
  const suppressions = file === undefined ? [] : readSuppressions(file, host.cwd, new Date());
  const outputs = await prepareOutputs(settings.outputs, host);

  return withWorkFolder(async (folder) => {
    const bounds = createWaitLimits(host.interrupted, settings.timeoutMs);
    const progress = terminal.progress();
    progress.update('Looking for pages');
    const outcome = await scanLocally(
      {
        start,
        config,
        baseline,
        suppressions,
        allowedOrigins,
        chromium: given.browser === undefined ? {} : { executable: given.browser },
        concurrency: given.concurrency ?? Math.min(availableParallelism(), CONCURRENCY_DEFAULT_MAX),
        folder,
        signal: bounds.signal,
        deadline: Date.now() + settings.timeoutMs,
      },
      {
        progress: (done, known) => progress.update(formatPageProgress(done, known)),
        waiting: (seconds) => progress.update(`Waiting ${seconds} s, for the server asks for it`),
      },
      tools,
    )
      .catch((error) => {
        throw toScanError(error, bounds.ended, settings.timeoutMs);
      })
      .finally(() => {
        progress.end();
        bounds.release();
      });
    const notes = [...(settings.notes ?? []), ...outcome.notes];
    return reportOutcome(context, { ...outcome, notes }, outputs);
  });
}
