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
  try {
    sessionStorage.setItem(STORAGE_KEY, found);
  } catch {
    // Storage is denied: the link must be opened again after the sign-in.
  }
  return true;
}

export function readInvitationToken(): string | null {
  try {
    return token ?? sessionStorage.getItem(STORAGE_KEY);
  } catch {
    return token;
  }
}

export function removeInvitationToken(): void {
  token = null;
  try {
    sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Storage is denied, so there is nothing in it.
  }
}
