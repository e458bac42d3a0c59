import type { Client } from '../../client/index.ts';
import { boundsOf } from '../bounds.ts';
import { CliError } from '../errors.ts';
import type { Context } from '../host.ts';
import { durationText } from '../settings/duration.ts';
import type { Access } from './access.ts';
import { connect } from './connect.ts';
import { toCliError } from './to-cli-error.ts';

/**
 * Asks the service for something that changes nothing, within the time that the settings give.
 * @throws CliError
 */
export async function ask<T>(
  context: Context,
  access: Access,
  question: (client: Client, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { host, settings, terminal } = context;
  const bounds = boundsOf(host.interrupted, settings.timeoutMs);
  const progress = terminal.progress();
  try {
    return await question(connect(context, access, progress), bounds.signal);
  } catch (error) {
    if (bounds.ended === 'interrupted') throw new CliError('interrupted', 'interrupted', 'Interrupted.');
    if (bounds.ended === 'timeout') {
      const message = `The service did not answer within ${durationText(settings.timeoutMs)}.`;
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
