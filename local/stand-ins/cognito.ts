import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { parseEmail } from '../identity/people.ts';
import { createJsonService, type JsonBody, JsonServiceError } from './json-service.ts';

/** Cognito's `AdminCreateUser`, with the user pools of the templates. */
export type CognitoStandIn = {
  server: Server;
  /** Creates user pools without users, instead of all that exist. */
  provide: (userPoolIds: readonly string[]) => void;
};

/**
 * Returns a server for the user pools, which listens on no address. The users are in memory until the runtime stops.
 * The local provider of identities does not ask for them: there, each address is a person.
 */
export function createCognito(): CognitoStandIn {
  let pools = new Map<string, Set<string>>();
  const server = createJsonService(
    new Map([
      ['AWSCognitoIdentityProviderService.AdminCreateUser', (body: JsonBody) => createUser(pools, body)],
    ]),
  );
  return {
    server,
    provide: (ids) => {
      pools = new Map(ids.map((id) => [id, new Set()]));
    },
  };
}

/**
 * Creates a user in a pool whose users sign in with their email addresses:
 * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminCreateUser.html
 */
function createUser(
  pools: ReadonlyMap<string, Set<string>>,
  { UserPoolId, Username, UserAttributes }: JsonBody,
): object {
  const users = pools.get(String(UserPoolId));
  if (users === undefined)
    throw new JsonServiceError('ResourceNotFoundException', `User pool ${UserPoolId} does not exist.`);
  const email = parseEmail(String(Username));
  if (email === undefined)
    throw new JsonServiceError('InvalidParameterException', 'Username should be an email.');
  if (users.has(email)) throw new JsonServiceError('UsernameExistsException', 'User account already exists');
  users.add(email);
  return {
    User: { Username: randomUUID(), Attributes: UserAttributes, Enabled: true, UserStatus: 'CONFIRMED' },
  };
}
