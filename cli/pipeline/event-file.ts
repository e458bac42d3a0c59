import { readFileSync, statSync } from 'node:fs';

/** GitHub keeps the payloads of events below 25 MB: https://docs.github.com/en/webhooks/webhook-events-and-payloads. */
const EVENT_BYTES_MAX = 25_000_000;

/**
 * A file that describes an event.
 * @throws Error where there is no regular file that can be read, or it is larger than events are
 */
export function readEventFile(path: string): string {
  const stats = statSync(path);
  if (!stats.isFile() || stats.size > EVENT_BYTES_MAX) throw new Error('no file of an event');
  return readFileSync(path, 'utf8');
}
