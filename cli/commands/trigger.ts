import { randomUUID } from 'node:crypto';
import type { Client, Scan } from '../../client/index.ts';
import { IDEMPOTENCY_HOURS } from '../../core/api/call-limits.ts';
import { createIdSchema } from '../../core/ids.ts';
import type { CliError } from '../errors.ts';
import type { ExitStatus } from '../exit-codes.ts';
import type { Context } from '../host.ts';
import { requireAccessToSite } from '../service/access.ts';
import { cancelInterruptedScan, runInGracePeriod } from '../service/cancel-scan.ts';
import { chooseSite } from '../service/choose-site.ts';
import { followScan } from '../service/follow-scan.ts';
import { toRefusedSettingsError } from '../service/refused-settings.ts';
import { toNotFoundError } from '../service/to-cli-error.ts';
import { createInterruptedError } from '../service/wait-errors.ts';
import { isEnded } from '../service/wait-for-scan.ts';
import { escapeLogLine } from '../terminal/log-text.ts';

const REPLAYED =
  'An earlier request with this idempotency key started the scan. This invocation waits for that scan.';

/**
 * Starts a scan of a site on the service, waits for it and shows its findings. The gate decides the exit status. An
 * interruption cancels the scan, unless another invocation may have started it.
 * @param idempotencyKey makes the invocation safe to repeat for `IDEMPOTENCY_HOURS`. By default a random key makes only
 * the requests of this invocation safe to repeat
 * @throws CliError for every end without an outcome of the scan
 */
export async function runTrigger(
  context: Context,
  { idempotencyKey: given }: { idempotencyKey?: string | undefined } = {},
): Promise<ExitStatus> {
  const { settings, terminal } = context;
  const { config } = settings;
  const access = requireAccessToSite(settings);
  const isId = createIdSchema('site').safeParse(access.site).success;
  const idempotencyKey = given ?? randomUUID();
  /** The site of a sent request that may have started a scan. */
  let requestedSiteId: string | null = null;
  let isOwn = true;

  /**
   * Cancels the scan of an unanswered request. A request with the same idempotency key returns the scan that the
   * service started, or starts it now.
   */
  const cancelRequested = async (client: Client, siteId: string, signal: AbortSignal): Promise<CliError> => {
    let scan: Scan;
    try {
      ({ scan } = await client.triggerScan(siteId, config, { idempotencyKey, signal }));
    } catch (error) {
      const why = signal.aborted
        ? 'the service did not respond in time.'
        : toRefusedSettingsError(error, config).message;
      return createInterruptedError(null, `It is unknown whether a scan was started: ${why}`);
    }
    return cancelInterruptedScan(client, scan, signal);
  };

  return followScan(context, access, {
    async begin(client, signal) {
      const siteId = isId ? access.site : chooseSite(access.site, await client.allSites({ signal })).id;
      signal.throwIfAborted();
      requestedSiteId = siteId;
      const triggered = await client.triggerScan(siteId, config, { idempotencyKey, signal });
      isOwn = given === undefined || !triggered.replayed;
      return { ...triggered, notes: isOwn ? [] : [REPLAYED] };
    },
    explain: (error) =>
      toNotFoundError(error, 'site-not-found', `site ${access.site}`) ??
      toRefusedSettingsError(error, config),
    async interrupted(client, scan: Scan | null) {
      if (scan !== null) {
        if (isEnded(scan)) return createInterruptedError(scan, 'The scan had ended.');
        if (!isOwn)
          return createInterruptedError(scan, 'The scan continues, because an earlier request started it.');
        terminal.warn(escapeLogLine(`Cancelling scan ${scan.id} (press Ctrl-C again to exit at once)`));
        return runInGracePeriod((signal) => cancelInterruptedScan(client, scan, signal));
      }
      const siteId = requestedSiteId;
      if (siteId === null) return createInterruptedError(null, 'No scan was started.');
      if (given !== undefined) {
        return createInterruptedError(
          null,
          `A scan may have been started; the same --idempotency-key finds it within ${IDEMPOTENCY_HOURS} hours.`,
        );
      }
      terminal.warn('Cancelling the new scan (press Ctrl-C again to exit at once)');
      return runInGracePeriod((signal) => cancelRequested(client, siteId, signal));
    },
  });
}
