import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { DecryptCommand, GenerateDataKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import {
  type Credentials,
  type Sealed,
  type SealedCredentials,
  type SealingContext,
  sealingContextNames,
} from '../../core/sites/credentials.ts';
import { awsClientOptions } from '../aws-client-options.ts';

/**
 * Envelope encryption for the credentials of sites. The text is encrypted with its own data key from AWS KMS; only the
 * encrypted data key is stored. Both are bound to the account, the site and the origin of the credentials, so that
 * sealed credentials cannot be moved to another site. Source:
 * https://docs.aws.amazon.com/kms/latest/developerguide/concepts.html#enveloping
 */

const CIPHER = 'aes-256-gcm';
/** In bytes, as NIST SP 800-38D recommends for GCM. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The KMS key and its client. */
export interface Sealing {
  kms: KMSClient;
  keyArn: string;
}

/** Returns the access to a KMS key. Region, credentials and endpoint come from the environment, as the SDK reads it. */
export function openSealing(keyArn: string): Sealing {
  return { kms: new KMSClient(awsClientOptions), keyArn };
}

/**
 * Encrypts the credentials of a site.
 * @throws errors of the KMS client, which never contain the credentials
 */
export async function seal(
  { kms, keyArn }: Sealing,
  credentials: Credentials,
  { accountId, siteId }: { accountId: string; siteId: string },
): Promise<Sealed> {
  const context = buildContext(accountId, siteId, credentials.origin);
  const { Plaintext, CiphertextBlob } = await kms.send(
    new GenerateDataKeyCommand({ KeyId: keyArn, KeySpec: 'AES_256', EncryptionContext: context }),
  );
  if (!Plaintext || !CiphertextBlob) throw new Error('KMS returned no data key');
  const text = Buffer.from(JSON.stringify(credentials));
  try {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, Plaintext, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(buildBoundText(context));
    const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
    return {
      key: base64(CiphertextBlob),
      nonce: base64(nonce),
      text: base64(sealed),
      tag: base64(cipher.getAuthTag()),
    };
  } finally {
    Plaintext.fill(0);
    text.fill(0);
  }
}

/**
 * Decrypts the credentials that `seal` encrypted for a site of the account.
 * @throws Error if they were encrypted for another account, site or origin, or were altered
 */
export async function unseal(
  { kms, keyArn }: Sealing,
  { siteId, origin, sealed }: SealedCredentials,
  accountId: string,
): Promise<Credentials> {
  const context = buildContext(accountId, siteId, origin);
  const { Plaintext } = await kms.send(
    new DecryptCommand({
      KeyId: keyArn,
      CiphertextBlob: Buffer.from(sealed.key, 'base64'),
      EncryptionContext: context,
    }),
  );
  if (!Plaintext) throw new Error('KMS returned no decrypted data key');
  let text: Buffer | undefined;
  try {
    text = decrypt(Plaintext, sealed, buildBoundText(context));
    const credentials = JSON.parse(text.toString()) as Credentials;
    if (credentials.origin !== origin) throw new Error('they are for another origin');
    return credentials;
  } catch {
    // The cause is not attached because its message may quote the text.
    throw new Error(
      `the credentials of ${siteId} cannot be decrypted: they were altered or belong to another site. Set the credentials of the site again.`,
    );
  } finally {
    Plaintext.fill(0);
    text?.fill(0);
  }
}

function decrypt(key: Uint8Array, sealed: SealedCredentials['sealed'], bound: Buffer): Buffer {
  const nonce = Buffer.from(sealed.nonce, 'base64');
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(bound);
  decipher.setAuthTag(Buffer.from(sealed.tag, 'base64'));
  return Buffer.concat([decipher.update(Buffer.from(sealed.text, 'base64')), decipher.final()]);
}

function buildContext(account: string, site: string, origin: string): SealingContext {
  return { account, site, origin };
}

function buildBoundText(context: SealingContext): Buffer {
  return Buffer.from(JSON.stringify(sealingContextNames.map((name) => context[name])));
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
