/** Connects the tabs of this browser: signing out in one tab empties the others. */
const CHANNEL_NAME = 'a11y-scan-session';

/** Messages name the tab that sent them, because a channel also receives messages of other channels of its tab. */
const tab = Math.random().toString(36);

/** Calls the listener when another tab signs out, until the returned function is called. */
export function onSignedOutElsewhere(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL_NAME);
  channel.addEventListener('message', ({ data }) => {
    if (data?.event === 'signed-out' && data.tab !== tab) listener();
  });
  return () => channel.close();
}

export function announceSignOut(): void {
  const channel = new BroadcastChannel(CHANNEL_NAME);
  channel.postMessage({ event: 'signed-out', tab });
  channel.close();
}
