import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { isSignedOut } from '../api/call-error.ts';
import { readMe } from '../api/calls.ts';
import { onInterruption } from '../api/interruptions.ts';
import { announceSession, onSessionElsewhere } from '../api/session-channel.ts';
import type { SignIn } from '../api/sign-in-context.ts';
import { forgetInThisTab } from './sign-out.ts';

/** Reads who is signed in, and notices when the session ends, or becomes that of another person in another tab. */
export function useMe(): { signIn: SignIn; reloadMe: () => Promise<void> } {
  const [signIn, setSignIn] = useState<SignIn>({ state: 'loading' });
  const shownPersonId = useRef<string>(undefined);
  const [departure, setDeparture] = useState<'signed-out' | 'other-person' | null>(null);
  // An effect, because Preact removes the question of the screen that was shown before it runs new effects.
  useEffect(() => {
    if (departure === 'signed-out') location.replace('/signed-out');
    if (departure === 'other-person') location.reload();
  }, [departure]);
  const reloadMe = useCallback(async () => {
    try {
      const me = await readMe();
      shownPersonId.current = me.person.personId;
      announceSession(me.person.personId);
      setSignIn({ state: 'signed-in', me });
    } catch (error) {
      // `onInterruption` below handles the end of a session.
      if (!isSignedOut(error)) setSignIn({ state: 'failed', error });
    }
  }, []);
  useEffect(() => {
    const end = () =>
      setSignIn((previous) => ({
        state: 'signed-out',
        hasEnded: previous.state === 'signed-in' || (previous.state === 'signed-out' && previous.hasEnded),
      }));
    const stop = onInterruption((reason) => {
      if (reason === 'session-ended') end();
    });
    // What this tab shows of a person is removed with the page.
    const stopElsewhere = onSessionElsewhere((personId) => {
      if (personId !== null && (shownPersonId.current ?? personId) === personId) return;
      forgetInThisTab();
      setSignIn({ state: 'loading' });
      setDeparture(personId === null ? 'signed-out' : 'other-person');
    });
    void reloadMe();
    return () => {
      stop();
      stopElsewhere();
    };
  }, [reloadMe]);
  return { signIn, reloadMe };
}
