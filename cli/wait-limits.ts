/** Beyond it a timer of Node fires at once: https://nodejs.org/api/timers.html#settimeoutcallback-delay-args */
const TIMER_MAX = 2 ** 31 - 1;

/** What ends the wait for a service from outside. */
export interface WaitLimits {
  /** Aborted when a person interrupts or the time is over, whichever comes first. */
  readonly signal: AbortSignal;
  /** Which of the two it was; null while neither has come. */
  readonly ended: 'interrupted' | 'timeout' | null;
  /** Lets go of the timer and of the interruption. */
  release(): void;
}

/**
 * @param interrupted aborted by a person's Ctrl-C
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
