import type { Client } from '../../client/index.ts';
import { CliError } from '../errors.ts';
import type { Context } from '../host.ts';
import { formatDuration } from '../settings/duration.ts';
import { createWaitLimits } from '../wait-limits.ts';
import type { Access } from './access.ts';
import { createServiceClient } from './service-client.ts';
import { toCliError } from './to-cli-error.ts';

/**
 * Runs read requests on the service, within the timeout of the settings.
 * @throws CliError
 */
export async function queryService<T>(
  context: Context,
  access: Access,
  query: (client: Client, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { host, settings, terminal } = context;
  const limits = createWaitLimits(host.interrupted, settings.timeoutMs);
  const progress = terminal.progress();
  try {
    return await query(createServiceClient(context, access, progress), limits.signal);
  } catch (error) {
    if (limits.ended === 'interrupted') throw new CliError('interrupted', 'interrupted', 'Interrupted.');
    if (limits.ended === 'timeout') {
      const message = `The service did not respond within ${formatDuration(settings.timeoutMs)}.`;
      throw new CliError('timeout', 'timeout', message, {
        hint: 'Try again. To wait longer, set "timeout" in a11y-scan.config.json.',
      });
    }
    throw toCliError(error);
  } finally {
    progress.end();
    limits.release();
  }
}
