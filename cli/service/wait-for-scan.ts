import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, PolledScan, Scan } from '../../client/index.ts';

/** Where the service does not say when to ask again, and the bounds of what it may say, in milliseconds. */
const waits = { usual: 2_000, least: 500, most: 60_000 } as const;

/** How a scan is waited for. */
export interface WaitForScanOptions {
  /** Ends the wait; it then throws what the client or the pause throws. */
  signal: AbortSignal;
  /** Called for each answer by which the scan is not settled. */
  onProgress(scan: Scan): void;
  /** In place of a timer. */
  pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/**
 * Asks for a scan, as often as the service says, until its report is there or there will be none.
 * @param first its latest known state
 */
export async function waitForScan(
  client: Pick<Client, 'getScan'>,
  first: PolledScan,
  { signal, onProgress, pause = (ms) => sleep(ms, undefined, { signal }) }: WaitForScanOptions,
): Promise<Scan> {
  let polled = first;
  while (!isSettled(polled.scan)) {
    onProgress(polled.scan);
    await pause(waitOf(polled), signal);
    polled = await client.getScan(polled.scan.id, { signal });
  }
  return polled.scan;
}

/** Whether there is nothing more to come of a scan. */
function isSettled(scan: Scan): boolean {
  return isEnded(scan) && scan.report !== 'pending';
}

/** Whether the status of a scan will never change again; its report may still be to come. */
export function isEnded({ status }: Scan): boolean {
  return status !== 'queued' && status !== 'running';
}

function waitOf({ retryAfterMs }: PolledScan): number {
  return Math.min(Math.max(retryAfterMs ?? waits.usual, waits.least), waits.most);
}
