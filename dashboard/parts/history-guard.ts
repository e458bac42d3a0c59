type Guard = (event: PopStateEvent) => void;

let guard: Guard | null = null;

/**
 * Lets a screen see a navigation by the back button before the router does. Call it before the first rendering: the
 * listeners of a window are called in the order of their registration.
 */
export function installHistoryGuard(): void {
  addEventListener('popstate', (event) => guard?.(event));
}

/** Sets the function that sees each navigation first; null removes it. */
export function setHistoryGuard(next: Guard | null): void {
  guard = next;
}
