import { useCallback, useEffect, useState } from 'preact/hooks';
import { isSignedOut } from '../api/call-error.ts';
import { readMe } from '../api/calls.ts';
import { onInterruption } from '../api/interruptions.ts';
import { onSignedOutElsewhere } from '../api/session-channel.ts';
import type { SignIn } from '../api/sign-in-context.ts';

/** Reads who is signed in, and notices when the session ends, here or in another tab. */
export function useMe(): { signIn: SignIn; reloadMe: () => void } {
  const [signIn, setSignIn] = useState<SignIn>({ state: 'loading' });
  const reloadMe = useCallback(() => {
    readMe().then(
      (me) => setSignIn({ state: 'signed-in', me }),
      (error: unknown) => {
        // `onInterruption` below handles the end of a session.
        if (!isSignedOut(error)) setSignIn({ state: 'failed', error });
      },
    );
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
    // What this tab knows of the account is removed with the page.
    const stopElsewhere = onSignedOutElsewhere(() => location.replace('/signed-out'));
    reloadMe();
    return () => {
      stop();
      stopElsewhere();
    };
  }, [reloadMe]);
  return { signIn, reloadMe };
}
