import { type Client, createClient, type RetryInfo } from '../../client/index.ts';
import type { Context } from '../host.ts';
import { escapeLogLine } from '../terminal/log-text.ts';
import type { Progress } from '../terminal/terminal.ts';
import { readVersion } from '../version.ts';
import type { Access } from './access.ts';

/**
 * Creates a client that reports retries and warnings on the terminal.
 * @param progress shows the retries
 */
export function createServiceClient(
  { host, terminal }: Context,
  { apiUrl, apiKey }: Access,
  progress: Progress,
): Client {
  return createClient({
    apiUrl,
    apiKey: () => apiKey.reveal(),
    userAgent: `a11y-scan/${readVersion()}`,
    pace: host.pace,
    onRetry: (retry) => progress.update(formatRetry(retry)),
    onWarning: ({ message }) => terminal.warn(escapeLogLine(message)),
  });
}

function formatRetry({ reason, attempt, attempts, delayMs }: RetryInfo): string {
  const seconds = Math.max(1, Math.round(delayMs / 1_000));
  return escapeLogLine(
    `Request to the service failed (${reason}); attempt ${attempt + 1} of ${attempts} in ${seconds} s`,
  );
}
