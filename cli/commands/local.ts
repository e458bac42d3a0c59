import { availableParallelism } from 'node:os';
import { findChromium } from '../../scanner/browser/find-chromium.ts';
import { buildSandboxedBrowser } from '../../scanner/browser/sandboxed-browser.ts';
import type { ChromiumLocation } from '../../scanner/chromium-pack/locate.ts';
import { findSandboxFault } from '../../scanner/sandbox/find-fault.ts';
import type { ExitStatus } from '../exit-codes.ts';
import type { Context } from '../host.ts';
import { computeBrowserMemory } from '../local/browser-memory.ts';
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
import { escapeLogLine } from '../terminal/log-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { createWaitLimits } from '../wait-limits.ts';

/** Maximum default number of parallel browsers. More browsers slow each other down. */
const CONCURRENCY_DEFAULT_MAX = 4;

/** Arguments of a local scan besides the settings. */
export interface LocalArguments {
  /** The start URL and then listed pages; at least one. */
  urls: readonly string[];
  /** Path of the JSON report that is the baseline. */
  baseline?: string | undefined;
  /** Path of a browser that replaces the one of the package. */
  browser?: string | undefined;
  /** Origins that may be opened besides those of the URLs, even with private addresses. */
  allowOrigins: readonly string[];
  /** Number of parallel browsers. */
  concurrency?: number | undefined;
  /** Memory of each browser above which its page is ended, in megabytes. */
  memoryMb?: number | undefined;
}

/**
 * Scans pages in this process, without the service. The gate decides the exit status.
 * @param tools replaced in tests
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
    const chromium = given.browser === undefined ? {} : { executable: given.browser };
    const limits = createWaitLimits(host.interrupted, settings.timeoutMs);
    const progress = terminal.progress();
    progress.update('Looking for pages');
    const concurrency = given.concurrency ?? Math.min(availableParallelism(), CONCURRENCY_DEFAULT_MAX);
    const scan = async (sandbox: boolean) =>
      scanLocally(
        {
          start,
          config,
          baseline,
          suppressions,
          allowedOrigins,
          chromium,
          concurrency,
          memoryMb: given.memoryMb ?? computeBrowserMemory(concurrency),
          sandbox,
          folder,
          signal: limits.signal,
          deadline: Date.now() + settings.timeoutMs,
        },
        {
          progress: (done, known) => progress.update(formatPageProgress(done, known)),
          waiting: (seconds) => progress.update(`Waiting ${seconds} s, as the server requested`),
        },
        tools,
      );
    const outcome = await announceSandbox(terminal, folder, chromium)
      .then(scan)
      .catch((error) => {
        throw toScanError(error, limits.ended, settings.timeoutMs);
      })
      .finally(() => {
        progress.end();
        limits.release();
      });
    const notes = [...(settings.notes ?? []), ...outcome.notes];
    return reportOutcome(context, { ...outcome, notes }, outputs);
  });
}

/**
 * Writes whether the browser runs in a sandbox.
 * @param folder of temporary files
 * @returns whether to run it in ours. On systems other than Linux, browsers have their own.
 * @throws ChromiumUnavailableError
 */
async function announceSandbox(
  terminal: Terminal,
  folder: string,
  location: ChromiumLocation,
): Promise<boolean> {
  const chromium = await findChromium(location);
  const isLinux = process.platform === 'linux';
  const program = await buildSandboxedBrowser(chromium, folder, ['--version']);
  const fault = isLinux ? await findSandboxFault(folder, program) : null;
  if (fault === null) terminal.note('The browser runs in a sandbox.');
  else
    terminal.warn(
      `The browser runs without a sandbox: ${escapeLogLine(fault, 200)}. ` +
        'Scan only pages that you trust (docs/security.md, "The sandbox on one machine").',
    );
  return fault === null && isLinux;
}
