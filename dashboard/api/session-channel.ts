/** Connects the tabs of this browser: signing out in one tab empties the others, and all tabs show one person. */
const CHANNEL_NAME = 'a11y-scan-session';

/** Messages name the tab that sent them, because a channel also receives messages of other channels of its tab. */
const tab = Math.random().toString(36);

/**
 * Calls the listener when another tab signs out (with null) or has read who is signed in (with the id of the person),
 * until the returned function is called.
 */
export function onSessionElsewhere(listener: (personId: string | null) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL_NAME);
  channel.addEventListener('message', ({ data }) => {
    if (data?.tab !== tab) listener(data.personId);
  });
  return () => channel.close();
}

/** Notifies the other tabs of who is signed in. @param personId null after a sign-out */
export function announceSession(personId: string | null): void {
  const channel = new BroadcastChannel(CHANNEL_NAME);
  channel.postMessage({ personId, tab });
  channel.close();
}
