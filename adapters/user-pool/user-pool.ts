import {
  AdminCreateUserCommand,
  CognitoIdentityProviderClient,
  InvalidParameterException,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import { awsClientOptions } from '../aws-client-options.ts';

/** A Cognito user pool. */
export interface UserPool {
  client: CognitoIdentityProviderClient;
  userPoolId: string;
}

/** Opens a user pool. Region, credentials and endpoint come from the environment. */
export function openUserPool(userPoolId: string): UserPool {
  return { client: new CognitoIdentityProviderClient(awsClientOptions), userPoolId };
}

/**
 * Creates the user of an email address, unless the pool has one. The user has no password, so that the first sign-in is
 * by a code that is sent to the address: it proves that the address is that of the person. Being in the pool grants
 * nothing. The pool sends no mail.
 * @returns 'refused' if the pool does not accept the address
 */
export async function ensureUser(
  { client, userPoolId }: UserPool,
  email: string,
): Promise<'ensured' | 'refused'> {
  try {
    await client.send(
      new AdminCreateUserCommand({
        UserPoolId: userPoolId,
        Username: email,
        UserAttributes: [
          { Name: 'email', Value: email },
          { Name: 'email_verified', Value: 'true' },
        ],
        MessageAction: 'SUPPRESS',
      }),
    );
    return 'ensured';
  } catch (error) {
    if (error instanceof UsernameExistsException) return 'ensured';
    if (error instanceof InvalidParameterException) return 'refused';
    throw error;
  }
}
