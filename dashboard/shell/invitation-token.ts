import { tryStorage } from '../api/storage.ts';

const STORAGE_KEY = 'invitation';
/** The screen that accepts invitations. */
export const INVITATION_PATH = '/invitation';

let token: string | null = null;

/**
 * Takes the token of an invitation out of the fragment of the URL, so that it is in no history entry and in no
 * screenshot of the address. It stays in this tab until the invitation is accepted or refused, also during a sign-in.
 */
export function takeInvitationToken(): boolean {
  if (location.pathname !== INVITATION_PATH || location.hash.length < 2) return false;
  const found = location.hash.slice(1);
  history.replaceState(null, '', INVITATION_PATH);
  if (!/^invite_\w+\.[\w-]+$/.test(found)) return false;
  token = found;
  // Without storage, the link must be opened again after the sign-in.
  tryStorage(() => sessionStorage.setItem(STORAGE_KEY, found));
  return true;
}

export function readInvitationToken(): string | null {
  return token ?? tryStorage(() => sessionStorage.getItem(STORAGE_KEY)) ?? null;
}

export function removeInvitationToken(): void {
  token = null;
  tryStorage(() => sessionStorage.removeItem(STORAGE_KEY));
}
