import { useLocation, useRoute } from 'preact-iso/router';
import { API_PATH } from '../../core/api/endpoint.ts';
import { formatQuery, type QueryValue } from '../api/call.ts';

/** Name of the query parameter that names the account of a screen. */
export const ACCOUNT_PARAMETER = 'account';

export type Query = Readonly<Record<string, QueryValue>>;

/** Returns the URL of a screen in an account. */
export function buildHref(path: string, account: string | undefined, query: Query = {}): string {
  return `${path}${formatQuery({ [ACCOUNT_PARAMETER]: account, ...query })}`;
}

/** Returns functions for links and navigation that keep the account of the current screen. */
export function useLinks() {
  const { route, ...location } = useLocation();
  // A screen that waits for the script of the next one still has its own path and query.
  const { path = location.path, query = location.query }: Partial<ReturnType<typeof useRoute>> = useRoute();
  const account = query[ACCOUNT_PARAMETER];
  return {
    path,
    query,
    /** Returns the URL of another screen of this account. */
    href: (to: string, parameters?: Query) => buildHref(to, account, parameters),
    /** Opens another screen of this account. */
    go: (to: string, parameters?: Query) => route(buildHref(to, account, parameters)),
    /** Returns the URL of this screen with other parameters; undefined removes one. */
    hrefWith: (changes: Query) => buildHref(path, account, { ...query, ...changes }),
    /** Shows this screen with other parameters. */
    change: (changes: Query) => route(buildHref(path, account, { ...query, ...changes })),
  };
}

/**
 * Returns the URL that begins a sign-in.
 * @param returnTo path and query of the screen to return to
 * @param again whether a person who is signed in must sign in again
 */
export function buildSignInHref(returnTo: string, again = false): string {
  return `${API_PATH}/sign-in${formatQuery({ return: returnTo, again: again ? 'true' : undefined })}`;
}

/** Returns path and query of the current screen. */
export function getCurrentPath(): string {
  return location.pathname + location.search;
}
