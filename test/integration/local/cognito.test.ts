import { CognitoIdentityProviderClient, ListUsersCommand } from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureUser } from '../../../adapters/user-pool/user-pool.ts';
import { Authorizer } from '../../../local/iam/authorizer.ts';
import { ADMINISTRATOR, CredentialIssuer } from '../../../local/iam/credentials.ts';
import { Guard } from '../../../local/iam/guard.ts';
import { readPolicies } from '../../../local/iam/read-policies.ts';
import { InProcessAgent } from '../../../local/stand-ins/agents.ts';
import { type CognitoStandIn, createCognito } from '../../../local/stand-ins/cognito.ts';
import { listenOnLoopback } from '../../../local/stand-ins/loopback-address.ts';
import { getClientOptions } from '../../../local/stand-ins/provision.ts';
import { ServiceProxy } from '../../../local/stand-ins/service-proxy.ts';

let cognito: CognitoStandIn;
let cognitoEndpoint: string;
let client: CognitoIdentityProviderClient;
beforeAll(async () => {
  cognito = createCognito();
  cognitoEndpoint = await listenOnLoopback(cognito.server);
  cognito.provide(['pool']);
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  client = new CognitoIdentityProviderClient({
    endpoint: cognitoEndpoint,
    region: 'us-east-1',
    credentials,
  });
});
afterAll(async () => {
  client?.destroy();
  cognito?.server.close();
});

it('a user is made once for an address, which may be invited again', async () => {
  for (const email of ['ada@example.com', 'ada@example.com', 'grace@example.com'])
    expect(await ensureUser({ client, userPoolId: 'pool' }, email)).toBe('ensured');
});

it('an address that the pool does not accept is refused, and a pool that does not exist is an error', async () => {
  expect(await ensureUser({ client, userPoolId: 'pool' }, 'no address')).toBe('refused');
  const missing = ensureUser({ client, userPoolId: 'other' }, 'ada@example.com');
  await expect(missing).rejects.toThrow('User pool other does not exist.');
});

it('the local pool refuses operations that it does not serve', async () => {
  const other = client.send(new ListUsersCommand({ UserPoolId: 'pool' }));
  await expect(other).rejects.toThrow('only AWSCognitoIdentityProviderService.AdminCreateUser is served');
});

it('the guard in front of the local pool verifies its requests', async () => {
  const issuer = new CredentialIssuer();
  const guard = new Guard({
    issuer,
    authorizer: new Authorizer(readPolicies([])),
    functions: [],
    findKey: () => undefined,
    report: () => undefined,
  });
  const proxy = await ServiceProxy.start({ 'cognito-idp': new InProcessAgent(cognito.server) }, { guard });
  const signed = new CognitoIdentityProviderClient(getClientOptions(proxy.url, issuer.issue(ADMINISTRATOR)));
  try {
    expect(await ensureUser({ client: signed, userPoolId: 'pool' }, 'hopper@example.com')).toBe('ensured');
  } finally {
    signed.destroy();
    await proxy.stop();
  }
});
