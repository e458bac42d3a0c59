/**
 * The host of the dashboard: browsers send a cookie to all ports of its host, and many servers are on `localhost`.
 * Browsers resolve names below `localhost` to this machine, without DNS, and treat them as secure:
 * https://datatracker.ietf.org/doc/html/draft-ietf-dnsop-let-localhost-be-localhost,
 * https://w3c.github.io/webappsec-secure-contexts/#is-origin-trustworthy
 */
export const DASHBOARD_HOST = 'a11y-scan.localhost';

/** The servers that share one port: they differ by the host of a request. One only leads to the dashboard. */
export type Site = 'api' | 'dashboard-redirect' | 'distribution' | 'identity-provider';

/** What `chooseSite` needs to know. */
export type Sites = {
  port: number;
  /** Name of the API's stage, the first segment of its paths. */
  stage: string;
  hasDistribution: boolean;
  hasIdentityProvider: boolean;
};

const DEFAULT_PORT = '80';

/**
 * Returns the server that a request is for. `DASHBOARD_HOST` is the distribution; `127.0.0.1` is another site for
 * browsers, as the provider of identities is when the service is deployed. The API is also on its own on `127.0.0.1`,
 * as on AWS under its own host. Programs reach it at `localhost`, because not every system resolves names below it.
 * @param host the header `Host`
 * @returns undefined for any other host: a page of another site that lets its name point to this machine gets nothing
 */
export function chooseSite(host: string | undefined, path: string, sites: Sites): Site | undefined {
  const name = readHostName(host, sites.port);
  const isApi = path === `/${sites.stage}` || path.startsWith(`/${sites.stage}/`);
  if (name === 'localhost' || name === DASHBOARD_HOST) {
    if (!sites.hasDistribution) return 'api';
    return isApi || name === DASHBOARD_HOST ? 'distribution' : 'dashboard-redirect';
  }
  if (name !== '127.0.0.1' && name !== '[::1]') return undefined;
  return isApi || name === '[::1]' || !sites.hasIdentityProvider ? 'api' : 'identity-provider';
}

function readHostName(host: string | undefined, port: number): string | undefined {
  const url = `http://${host}`;
  if (host === undefined || !URL.canParse(url)) return undefined;
  const { port: named, hostname, host: whole } = new URL(url);
  const isPlain = whole === host.toLowerCase();
  return isPlain && (named || DEFAULT_PORT) === String(port) ? hostname : undefined;
}
