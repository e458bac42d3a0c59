/** Why what the person does is interrupted by a sign-in. */
export type Interruption = 'session-ended' | 'sign-in-too-old';

type Listener = (reason: Interruption) => void;
const listeners = new Set<Listener>();

/** Calls the listener at each interruption, until the returned function is called. */
export function onInterruption(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function reportInterruption(reason: Interruption): void {
  for (const listener of [...listeners]) listener(reason);
}
