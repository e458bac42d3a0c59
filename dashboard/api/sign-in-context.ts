import { createContext } from 'preact';
import type { Me } from './types.ts';

/** Who is signed in, as far as this tab knows. */
export type SignIn =
  | { state: 'loading' }
  /** `hasEnded` is true if the person was signed in before. */
  | { state: 'signed-out'; hasEnded: boolean }
  | { state: 'failed'; error: unknown }
  | { state: 'signed-in'; me: Me };

/** For screens that need no account. */
export const SignInContext = createContext<{ signIn: SignIn; reloadMe: () => Promise<void> }>({
  signIn: { state: 'loading' },
  reloadMe: async () => undefined,
});
