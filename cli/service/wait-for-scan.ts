import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, PolledScan, Scan } from '../../client/index.ts';

/** Pauses between two polls, in milliseconds: `usual` if the service names none, and the limits of what it may name. */
const waits = { usual: 2_000, least: 500, most: 60_000 } as const;

/** Options of `waitForScan`. */
export interface WaitForScanOptions {
  /** Ends the wait; it then throws the error of the client or of the pause. */
  signal: AbortSignal;
  /** Called for each response while the scan is not settled. */
  onProgress(scan: Scan): void;
  /** Replaces the timer in tests. */
  pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/**
 * Polls a scan, as often as the service asks for, until its report is ready or it ended without one.
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
    await pause(getPauseMs(polled), signal);
    polled = await client.getScan(polled.scan.id, { signal });
  }
  return polled.scan;
}

/** True if neither the status nor the report of a scan will change. */
function isSettled(scan: Scan): boolean {
  return isEnded(scan) && scan.report !== 'pending';
}

/** True if the status of a scan is final. Its report may still be pending. */
export function isEnded({ status }: Scan): boolean {
  return status !== 'queued' && status !== 'running';
}

function getPauseMs({ retryAfterMs }: PolledScan): number {
  return Math.min(Math.max(retryAfterMs ?? waits.usual, waits.least), waits.most);
}
