/** Node.js fires longer timers at once: https://nodejs.org/api/timers.html#settimeoutcallback-delay-args */
const TIMER_MAX = 2 ** 31 - 1;

/** Ends a wait for the service by an interruption or a timeout. */
export interface WaitLimits {
  /** Aborted by the interruption or by the timeout. */
  readonly signal: AbortSignal;
  /** The cause of the abort; null before it. */
  readonly ended: 'interrupted' | 'timeout' | null;
  /** Clears the timer and the listener. */
  release(): void;
}

/**
 * Starts the timeout of a wait.
 * @param interrupted aborted by Ctrl-C
 * @param timeoutMs from now on
 */
export function createWaitLimits(interrupted: AbortSignal, timeoutMs: number): WaitLimits {
  const controller = new AbortController();
  let ended: WaitLimits['ended'] = null;
  const end = (by: 'interrupted' | 'timeout') => {
    ended ??= by;
    controller.abort();
  };
  const onInterrupt = () => end('interrupted');
  const timer = setTimeout(() => end('timeout'), Math.min(timeoutMs, TIMER_MAX));
  interrupted.addEventListener('abort', onInterrupt);
  if (interrupted.aborted) onInterrupt();
  return {
    signal: controller.signal,
    get ended() {
      return ended;
    },
    release() {
      clearTimeout(timer);
      interrupted.removeEventListener('abort', onInterrupt);
    },
  };
}
