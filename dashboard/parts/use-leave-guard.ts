import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { setHistoryGuard } from './history-guard.ts';

/** A navigation that waits for the decision of the person. */
export interface LeaveGuard {
  isAsking: boolean;
  stay: () => void;
  leave: () => void;
}

/**
 * Asks before the person leaves the screen: by a link, by the back button, or by closing the tab. In the last case the
 * browser asks with words of its own.
 * @param isActive whether there is something to lose
 */
export function useLeaveGuard(isActive: boolean): LeaveGuard {
  const { route } = useLocation();
  const [target, setTarget] = useState<string | null>(null);
  const guarded = useRef(isActive);
  guarded.current = isActive;
  // Before the screen is painted, so that no screen is left before this asks.
  useLayoutEffect(() => {
    const here = location.pathname + location.search;
    const onUnload = (event: BeforeUnloadEvent) => {
      if (guarded.current) event.preventDefault();
    };
    const onClick = (event: MouseEvent) => {
      if (!guarded.current || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const link = event.composedPath().find((each) => each instanceof HTMLAnchorElement);
      if (!(link instanceof HTMLAnchorElement) || link.getAttribute('href')?.startsWith('#')) return;
      if (link.origin !== location.origin) return;
      event.preventDefault();
      event.stopPropagation();
      setTarget(link.href);
    };
    const onHistory = (event: PopStateEvent) => {
      if (!guarded.current) return;
      // The browser has left already: the router must not see it, and the address is restored.
      event.stopImmediatePropagation();
      const next = location.href;
      history.pushState(null, '', here);
      setTarget(next);
    };
    addEventListener('beforeunload', onUnload);
    addEventListener('click', onClick, true);
    setHistoryGuard(onHistory);
    return () => {
      removeEventListener('beforeunload', onUnload);
      removeEventListener('click', onClick, true);
      setHistoryGuard(null);
    };
  }, []);
  return {
    isAsking: target !== null,
    stay: () => setTarget(null),
    leave: () => {
      guarded.current = false;
      const next = new URL(target ?? '/', location.origin);
      setTarget(null);
      if (next.pathname.startsWith('/api/')) location.assign(next);
      else route(next.pathname + next.search);
    },
  };
}
