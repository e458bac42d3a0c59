/** Connects the tabs of this browser: signing out in one tab empties the others. */
const CHANNEL_NAME = 'a11y-scan-session';

/** Calls the listener when another tab signs out, until the returned function is called. */
export function onSignedOutElsewhere(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL_NAME);
  channel.addEventListener('message', ({ data }) => {
    if (data === 'signed-out') listener();
  });
  return () => channel.close();
}

export function announceSignOut(): void {
  const channel = new BroadcastChannel(CHANNEL_NAME);
  channel.postMessage('signed-out');
  channel.close();
}
