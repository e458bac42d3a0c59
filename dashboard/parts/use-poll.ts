import { useEffect, useRef } from 'preact/hooks';

/** Milliseconds between two requests: at first, after a minute, and after ten minutes. */
const pausesMs = [2_000, 5_000, 15_000] as const;
const MINUTE_MS = 60_000;

/** Returns how long to wait before the next request. @param elapsedMs since the first one */
export function choosePause(elapsedMs: number): number {
  const [first, second, third] = pausesMs;
  if (elapsedMs < MINUTE_MS) return first;
  return elapsedMs < 10 * MINUTE_MS ? second : third;
}

/**
 * Calls a function again and again while the component is shown: each time some seconds after the previous call ended.
 * It pauses while the page is hidden, and goes on at once when the page is visible again.
 * @param isActive whether to go on
 */
export function usePoll(poll: (signal: AbortSignal) => Promise<void>, isActive: boolean): void {
  const latest = useRef(poll);
  latest.current = poll;
  useEffect(() => {
    if (!isActive) return;
    const controller = new AbortController();
    const { signal } = controller;
    const startedAt = Date.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isRunning = false;
    const schedule = () => {
      clearTimeout(timer);
      if (!signal.aborted && !document.hidden) {
        timer = setTimeout(() => void run(), choosePause(Date.now() - startedAt));
      }
    };
    const run = async () => {
      if (isRunning) return;
      isRunning = true;
      await latest.current(signal);
      isRunning = false;
      schedule();
    };
    const onVisibility = () => {
      clearTimeout(timer);
      if (!document.hidden) void run();
    };
    document.addEventListener('visibilitychange', onVisibility, { signal });
    schedule();
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [isActive]);
}
