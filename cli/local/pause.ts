import { setTimeout as wait } from 'node:timers/promises';

/** A server asks for a longer pause than the scan's timeout allows. */
export class PauseTooLongError extends Error {
  override name = 'PauseTooLongError';
  /** The requested pause, in seconds. */
  readonly seconds: number;

  constructor(seconds: number) {
    super(`The server asks for a pause of ${seconds} s`);
    this.seconds = seconds;
  }
}

/**
 * Waits as long as a server asks for, if the deadline allows it.
 * @param time end of the pause; `deadline` is the end of the scan, both in milliseconds since 1970
 * @param waiting called with the length of the pause, in seconds
 * @throws PauseTooLongError at once; the reason of the signal
 */
export async function pauseUntil(
  time: number,
  { deadline, signal }: { deadline: number; signal: AbortSignal },
  waiting: (seconds: number) => void,
): Promise<void> {
  const milliseconds = Math.max(0, time - Date.now());
  const seconds = Math.ceil(milliseconds / 1_000);
  if (time > deadline) throw new PauseTooLongError(seconds);
  waiting(seconds);
  await wait(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted());
}
