import { z } from 'zod';

/** The hosts of this machine, as they stand in a URL. */
const loopbackHosts = ['127.0.0.1', '[::1]', 'localhost'];

/** Origin of the dashboard, without a trailing slash; of the API if the service runs without its dashboard. */
const origin = z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin);
const originSchema = z.object({ origin });

/** How people sign in, as the stack writes it to a parameter. */
const signInSettingsSchema = z.object({
  origin,
  /** Issuer of the identity provider. */
  issuer: z.url({ protocol: /^https?$/ }),
  clientId: z.string().min(1),
  /** How people sign out at the provider: at a page of Cognito, or as OpenID Connect RP-Initiated Logout says. */
  signOut: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('cognito'), url: z.url({ protocol: /^https?$/ }) }),
    z.object({ kind: z.literal('oidc') }),
  ]),
});
export type SignInSettings = z.output<typeof signInSettingsSchema>;

/** What the stack writes if the service runs without its dashboard. */
const withoutDashboardSchema = z.strictObject({ origin });

/**
 * Returns the origin of the dashboard from the text of the parameter.
 * @throws Error if the text is not valid
 */
export function parseDashboardOrigin(text: string): string {
  return originSchema.parse(JSON.parse(text)).origin;
}

/**
 * Returns the settings from the text of the parameter; null if the service runs without its dashboard.
 * @param allowsLoopback whether a provider on this machine may use http; only the embedded runtime allows it
 * @throws Error if the text is not valid, or if the provider does not use https
 */
export function parseSignInSettings(text: string, allowsLoopback: boolean): SignInSettings | null {
  const given: unknown = JSON.parse(text);
  if (withoutDashboardSchema.safeParse(given).success) return null;
  const settings = signInSettingsSchema.parse(given);
  const { issuer, signOut } = settings;
  const isAllowed = (url: string) => isHttps(url) || (allowsLoopback && isLoopback(url));
  if (!isAllowed(issuer)) throw new Error('the issuer must be an https URL');
  if (signOut.kind === 'cognito' && !isAllowed(signOut.url))
    throw new Error('the page for signing out must be an https URL');
  return settings;
}

function isHttps(url: string): boolean {
  return new URL(url).protocol === 'https:';
}

function isLoopback(url: string): boolean {
  return loopbackHosts.includes(new URL(url).hostname);
}
