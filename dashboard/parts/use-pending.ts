import { useRef, useState } from 'preact/hooks';
import { shellText } from '../text/en/shell.ts';
import { announce } from './announce.ts';

/** Milliseconds without an answer after which screen readers hear that something is being sent. */
const SLOW_MS = 1_000;

/** Runs one action at a time, because a second press of a button must not create a second key. */
export function usePending() {
  const [isPending, setIsPending] = useState(false);
  const isRunning = useRef(false);
  const run = async (action: () => Promise<void>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setIsPending(true);
    const timer = setTimeout(() => announce(shellText.sending), SLOW_MS);
    try {
      await action();
    } finally {
      clearTimeout(timer);
      isRunning.current = false;
      setIsPending(false);
    }
  };
  return { isPending, run };
}
