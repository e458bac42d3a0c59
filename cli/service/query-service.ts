import type { Client } from '../../client/index.ts';
import { CliError } from '../errors.ts';
import type { Context } from '../host.ts';
import { formatDuration } from '../settings/duration.ts';
import { createWaitLimits } from '../wait-limits.ts';
import type { Access } from './access.ts';
import { createServiceClient } from './service-client.ts';
import { toCliError } from './to-cli-error.ts';

/**
 * Asks the service for something that changes nothing, within the time that the settings give.
 * @throws CliError
 */
export async function queryService<T>(
  context: Context,
  access: Access,
  question: (client: Client, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { host, settings, terminal } = context;
  const bounds = createWaitLimits(host.interrupted, settings.timeoutMs);
  const progress = terminal.progress();
  try {
    return await question(createServiceClient(context, access, progress), bounds.signal);
  } catch (error) {
    if (bounds.ended === 'interrupted') throw new CliError('interrupted', 'interrupted', 'Interrupted.');
    if (bounds.ended === 'timeout') {
      const message = `The service did not answer within ${formatDuration(settings.timeoutMs)}.`;
      throw new CliError('timeout', 'timeout', message, {
        hint: 'Try again. How long to wait is "timeout" in a11y-scan.config.json.',
      });
    }
    throw toCliError(error);
  } finally {
    progress.end();
    bounds.release();
  }
}
