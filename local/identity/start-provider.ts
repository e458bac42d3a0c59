import type { RequestListener } from 'node:http';
import { DASHBOARD_HOST } from '../gateway/sites.ts';
import type { Service } from '../template/service.ts';

/**
 * Returns the local provider of identities instead of the user pool; undefined if the service has none, because it
 * uses another provider.
 * @param localValue returns a text of the template with the values of this machine
 */
export async function startIdentityProvider(
  { userPools, userPoolClients }: Service,
  port: number,
  localValue: (text: string) => string,
): Promise<RequestListener | undefined> {
  if (userPools.length === 0) return undefined;
  const clients = userPoolClients.map((client) => ({
    ...client,
    callbackUrls: client.callbackUrls.map(localValue),
    logoutUrls: client.logoutUrls.map(localValue),
  }));
  const { createIdentityProvider } = await import('./provider.ts');
  return createIdentityProvider(`http://127.0.0.1:${port}`, `http://${DASHBOARD_HOST}:${port}`, clients);
}
