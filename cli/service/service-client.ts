import { type Client, createClient, type RetryInfo } from '../../client/index.ts';
import type { Context } from '../host.ts';
import { escapeLogLine } from '../terminal/log-text.ts';
import type { Progress } from '../terminal/terminal.ts';
import { readVersion } from '../version.ts';
import type { Access } from './access.ts';

/**
 * A client that says on the terminal what it waits for and what is odd.
 * @param progress shows that a request is repeated
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
    onRetry: (retry) => progress.update(retryText(retry)),
    onWarning: ({ message }) => terminal.warn(escapeLogLine(message)),
  });
}

function retryText({ reason, attempt, attempts, delayMs }: RetryInfo): string {
  const seconds = Math.max(1, Math.round(delayMs / 1_000));
  return escapeLogLine(
    `The service did not answer as it should (${reason}); request ${attempt + 1} of ${attempts} in ${seconds} s`,
  );
}
