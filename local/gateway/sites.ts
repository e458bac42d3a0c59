/** The servers that share one port: they differ by the host of a request. */
export type Site = 'api' | 'distribution' | 'identity-provider';

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
 * Returns the server that a request is for. `localhost` is the distribution; `127.0.0.1` is another site for browsers,
 * as the provider of identities is when the service is deployed. The API is also on its own on `127.0.0.1`, as on AWS
 * under its own host.
 * @param host the header `Host`
 * @returns undefined for any other host: a page of another site that lets its name point to this machine gets nothing
 */
export function chooseSite(host: string | undefined, path: string, sites: Sites): Site | undefined {
  const name = readHostName(host, sites.port);
  if (name === 'localhost') return sites.hasDistribution ? 'distribution' : 'api';
  if (name !== '127.0.0.1' && name !== '[::1]') return undefined;
  const isApi = path === `/${sites.stage}` || path.startsWith(`/${sites.stage}/`);
  return isApi || name === '[::1]' || !sites.hasIdentityProvider ? 'api' : 'identity-provider';
}

function readHostName(host: string | undefined, port: number): string | undefined {
  const url = `http://${host}`;
  if (host === undefined || !URL.canParse(url)) return undefined;
  const { port: named, hostname, host: whole } = new URL(url);
  const isPlain = whole === host.toLowerCase();
  return isPlain && (named || DEFAULT_PORT) === String(port) ? hostname : undefined;
}
