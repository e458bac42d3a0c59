import { RehearsalError } from './steps.ts';

/** The program that the function of sign-ins loads first; see its comment. */
export const redirectCognito = new URL('./redirect-cognito.ts', import.meta.url).href;

/**
 * Starts a sign-in at the API, and opens the page of the user pool to which it redirects.
 * @param endpoint of MiniStack
 */
export async function startSignIn(endpoint: string, baseUrl: string): Promise<void> {
  const response = await fetch(`${baseUrl}/sign-in?return=/settings/api-keys`, {
    redirect: 'manual',
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  });
  const location = response.headers.get('location') ?? '';
  const page = new URL(location, endpoint);
  const isPage =
    page.pathname === '/oauth2/authorize' && page.searchParams.get('code_challenge_method') === 'S256';
  if (response.status !== 302 || !isPage) {
    throw new RehearsalError(`GET /sign-in returned ${response.status}, and redirects to ${location}`);
  }
  if (!response.headers.getSetCookie().some((cookie) => cookie.startsWith('__Host-sign-in')))
    throw new RehearsalError('GET /sign-in set no cookie with the attempt');
  const answer = await fetch(new URL(page.pathname + page.search, endpoint), { redirect: 'manual' });
  const text = await answer.text();
  if (answer.status !== 200 || !text.includes('<form')) {
    throw new RehearsalError(
      `the user pool returned ${answer.status} instead of a page: ${text.slice(0, 200)}`,
    );
  }
}
