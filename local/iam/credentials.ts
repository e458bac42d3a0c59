import { createHmac, createSecretKey, randomBytes } from 'node:crypto';

/** Credentials as SDK clients use them. */
export type Credentials = { accessKeyId: string; secretAccessKey: string };

/** The principal of the person who runs the service. It may do everything. */
export const ADMINISTRATOR = 'administrator';

/**
 * Issues the credentials of one start of the runtime. An access key id names its principal; the secret is derived from
 * it, so that nothing must be stored, and a presigned URL is valid as long as the runtime runs.
 */
export class CredentialIssuer {
  private readonly key = createSecretKey(randomBytes(32));

  /**
   * @param principal logical id of a function, or `ADMINISTRATOR`
   * @param environment distinguishes the environments of a function
   */
  issue(principal: string, environment = '0'): Credentials {
    const accessKeyId = `${principal}.${environment}`;
    return { accessKeyId, secretAccessKey: this.findSecret(accessKeyId) };
  }

  findSecret(accessKeyId: string): string {
    return createHmac('sha256', this.key).update(accessKeyId).digest('base64url');
  }
}

/** Returns the principal that an access key id names. */
export function toPrincipalName(accessKeyId: string): string {
  return accessKeyId.slice(0, accessKeyId.lastIndexOf('.'));
}
