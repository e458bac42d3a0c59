import { isSignedOut } from '../api/call-error.ts';
import { signOut } from '../api/calls.ts';
import { removeDrafts } from '../api/drafts.ts';
import { wipeFreshValue } from '../api/fresh-value.ts';
import { announceSession } from '../api/session-channel.ts';
import { invitationToken } from './link-tokens.ts';

/** Removes what this tab and the others know, after the session has ended. */
export function forgetSession(): void {
  forgetInThisTab();
  announceSession(null);
}

/** Removes what this tab stores of a person. */
export function forgetInThisTab(): void {
  wipeFreshValue();
  removeDrafts();
  invitationToken.remove();
}

/**
 * Ends the session, empties this tab and the others, and leaves the page, so that neither memory nor the page cache
 * has anything of the account.
 */
export async function signOutHere(): Promise<void> {
  let next = '/signed-out';
  try {
    const { providerSignOutUrl } = await signOut();
    if (providerSignOutUrl !== null && isWebUrl(providerSignOutUrl)) next = providerSignOutUrl;
  } catch (error) {
    if (!isSignedOut(error)) throw error;
  }
  forgetSession();
  location.replace(next);
}

function isWebUrl(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}
