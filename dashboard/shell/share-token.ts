import { tryStorage } from '../api/storage.ts';

const STORAGE_KEY = 'shared';
/** The screen that shows a shared report. It has no session and no account. */
export const SHARED_PATH = '/shared';

let token: string | null = null;

/**
 * Takes the token of a shared report out of the fragment of the URL, so that it is in no history entry and in no
 * screenshot of the address. It stays in this tab, so that the page can be loaded again.
 */
export function takeShareToken(): boolean {
  if (location.pathname !== SHARED_PATH || location.hash.length < 2) return false;
  const found = location.hash.slice(1);
  history.replaceState(null, '', SHARED_PATH);
  if (!/^share_[\w-]+$/.test(found)) return false;
  token = found;
  tryStorage(() => sessionStorage.setItem(STORAGE_KEY, found));
  return true;
}

export function readShareToken(): string | null {
  return token ?? tryStorage(() => sessionStorage.getItem(STORAGE_KEY)) ?? null;
}

export function removeShareToken(): void {
  token = null;
  tryStorage(() => sessionStorage.removeItem(STORAGE_KEY));
}
