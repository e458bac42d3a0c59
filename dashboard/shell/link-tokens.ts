import { tryStorage } from '../api/storage.ts';

/** A secret that a link has in its fragment. */
export interface LinkToken {
  /** The screen that the link leads to. */
  path: string;
  /**
   * Takes the token out of the fragment of the URL, so that it is in no history entry and in no screenshot of the
   * address. It stays in this tab, also during a sign-in, until it is removed. The query stays in the URL.
   */
  take: () => boolean;
  read: () => string | null;
  remove: () => void;
}

/**
 * @param storageKey where the tab stores the token
 * @param beginning what fragments with a token begin with; others name elements of the page
 * @param pattern what a complete token matches
 */
function createLinkToken(path: string, storageKey: string, beginning: RegExp, pattern: RegExp): LinkToken {
  let token: string | null = null;
  const remove = () => {
    token = null;
    tryStorage(() => sessionStorage.removeItem(storageKey));
  };
  return {
    path,
    remove,
    take: () => {
      const found = location.hash.slice(1);
      if (location.pathname !== path || !beginning.test(found)) return false;
      history.replaceState(null, '', path + location.search);
      // The token of an earlier link must not be used if this one is incomplete.
      remove();
      if (!pattern.test(found)) return false;
      token = found;
      // Without storage, the link must be opened again after a reload or a sign-in.
      tryStorage(() => sessionStorage.setItem(storageKey, found));
      return true;
    },
    read: () => token ?? tryStorage(() => sessionStorage.getItem(storageKey)) ?? null,
  };
}

export const invitationToken = createLinkToken(
  '/invitation',
  'invitation',
  /^invite_/,
  /^invite_\w+\.[\w-]+$/,
);
export const shareToken = createLinkToken('/shared', 'shared', /^share_/, /^share_[\w-]+$/);
/** The token of the link in a mail that switches mails off. */
export const unsubscribeToken = createLinkToken(
  '/unsubscribe',
  'unsubscribe',
  /^(alerts|digests)\./,
  /^(alerts|digests)\.person_\w+\.acct_\w+\.[\w-]+$/,
);

const all: readonly LinkToken[] = [invitationToken, shareToken, unsubscribeToken];

/** Takes the token of the link that was opened. @returns false if the address has none */
export function takeLinkToken(): boolean {
  return all.some(({ take }) => take());
}
