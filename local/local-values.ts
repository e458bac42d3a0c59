import { DASHBOARD_HOST } from './gateway/sites.ts';
import { createSecretResolver } from './secrets.ts';
import { REGION } from './template/names.ts';
import type { Service } from './template/service.ts';

/** Addresses on this machine. */
export type LocalAddresses = {
  /** Port of API, distribution and provider of identities. */
  port: number;
  /** URL of S3. */
  s3: string;
};

/**
 * Returns a function that replaces in a text of the template what is different on this machine: the URLs of API,
 * distribution, user pool and buckets, and references to secrets by their values.
 */
export function createLocalValues(service: Service, { port, s3 }: LocalAddresses): (text: string) => string {
  const dashboard = `http://${DASHBOARD_HOST}:${port}`;
  const identityProvider = `http://127.0.0.1:${port}`;
  const urls: [deployed: string | RegExp, local: string][] = [
    ...service.distributions.map(({ domainName }): [string, string] => [`https://${domainName}`, dashboard]),
    ...service.userPools.flatMap(({ issuer, pages }) =>
      [issuer, pages].flatMap((url): [string, string][] =>
        url === undefined ? [] : [[url, identityProvider]],
      ),
    ),
    ...service.buckets.map(({ name }): [string, string] => [
      `https://${name}.s3.${REGION}.amazonaws.com`,
      s3,
    ]),
  ];
  if (service.api) {
    const api = `https://${service.api.id}\\.execute-api\\.[a-z0-9-]+\\.[a-z.]+?(?=/|$)`;
    urls.push([new RegExp(api, 'g'), `http://localhost:${port}`]);
  }
  const resolveSecrets = createSecretResolver(service.secrets);
  return (text) =>
    resolveSecrets(urls.reduce((replaced, [deployed, local]) => replaced.replaceAll(deployed, local), text));
}

/** Applies a function to each value of a record. */
export function mapValues(
  values: Readonly<Record<string, string>>,
  map: (text: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}
