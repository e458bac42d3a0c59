import { CognitoIdentityProviderClient, ListUsersCommand } from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureUser } from '../../../adapters/user-pool/user-pool.ts';
import { type CognitoStandIn, createCognito } from '../../../local/stand-ins/cognito.ts';
import { listenOnLoopback } from '../../../local/stand-ins/loopback-address.ts';

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
