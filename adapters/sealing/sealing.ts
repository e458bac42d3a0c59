import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { DecryptCommand, GenerateDataKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import type { SealedText, SealedTextContext } from '../../core/alerts/sealed-text.ts';
import type { Credentials, Sealed, SealedCredentials, SealingContext } from '../../core/sites/credentials.ts';
import { awsClientOptions } from '../aws-client-options.ts';

/**
 * Envelope encryption for the credentials of sites and for other secret texts. A text is encrypted with its own data
 * key from AWS KMS; only the encrypted data key is stored. Both are bound to a context: credentials to their account,
 * site and origin, other texts to their account and item. So what is sealed cannot be moved to another site or item.
 * Source: https://docs.aws.amazon.com/kms/latest/developerguide/concepts.html#enveloping
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
export function seal(
  sealing: Sealing,
  credentials: Credentials,
  { accountId, siteId }: { accountId: string; siteId: string },
): Promise<Sealed> {
  const context = buildContext(accountId, siteId, credentials.origin);
  return encryptText(sealing, JSON.stringify(credentials), context);
}

/**
 * Decrypts the credentials that `seal` encrypted for a site of the account.
 * @throws Error if they were encrypted for another account, site or origin, or were altered
 */
export async function unseal(
  sealing: Sealing,
  { siteId, origin, sealed }: SealedCredentials,
  accountId: string,
): Promise<Credentials> {
  const failure = `the credentials of ${siteId} cannot be decrypted: they were altered or belong to another site. Set the credentials of the site again.`;
  const context = buildContext(accountId, siteId, origin);
  return decryptText(sealing, sealed, context, failure, (text) => {
    const credentials = JSON.parse(text) as Credentials;
    if (credentials.origin !== origin) throw new Error('they are for another origin');
    return credentials;
  });
}

/** The item that has a sealed text, such as a webhook, and its account. */
export interface TextOwner {
  accountId: string;
  itemId: string;
}

/**
 * Encrypts a secret text of an item.
 * @throws errors of the KMS client, which never contain the text
 */
export async function sealText(sealing: Sealing, text: string, owner: TextOwner): Promise<SealedText> {
  return { sealed: await encryptText(sealing, text, buildTextContext(owner)) };
}

/**
 * Decrypts the text that `sealText` encrypted for the item.
 * @throws Error if it was encrypted for another account or item, or was altered
 */
export function unsealText(sealing: Sealing, { sealed }: SealedText, owner: TextOwner): Promise<string> {
  const failure = `the secret text of ${owner.itemId} cannot be decrypted: it was altered or belongs to another item.`;
  return decryptText(sealing, sealed, buildTextContext(owner), failure, (text) => text);
}

/** @param context in the order in which its values are bound to the text */
async function encryptText(
  { kms, keyArn }: Sealing,
  secret: string,
  context: Readonly<Record<string, string>>,
): Promise<Sealed> {
  const { Plaintext, CiphertextBlob } = await kms.send(
    new GenerateDataKeyCommand({ KeyId: keyArn, KeySpec: 'AES_256', EncryptionContext: context }),
  );
  if (!Plaintext || !CiphertextBlob) throw new Error('KMS returned no data key');
  const text = Buffer.from(secret);
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

/** @throws Error with `failure` if the text was altered, or if `parse` throws */
async function decryptText<Result>(
  { kms, keyArn }: Sealing,
  sealed: Sealed,
  context: Readonly<Record<string, string>>,
  failure: string,
  parse: (text: string) => Result,
): Promise<Result> {
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
    return parse(text.toString());
  } catch {
    // The cause is not attached because its message may quote the text.
    throw new Error(failure);
  } finally {
    Plaintext.fill(0);
    text?.fill(0);
  }
}

function decrypt(key: Uint8Array, sealed: Sealed, bound: Buffer): Buffer {
  const nonce = Buffer.from(sealed.nonce, 'base64');
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(bound);
  decipher.setAuthTag(Buffer.from(sealed.tag, 'base64'));
  return Buffer.concat([decipher.update(Buffer.from(sealed.text, 'base64')), decipher.final()]);
}

function buildContext(account: string, site: string, origin: string): SealingContext {
  return { account, site, origin };
}

function buildTextContext({ accountId, itemId }: TextOwner): SealedTextContext {
  return { account: accountId, item: itemId };
}

function buildBoundText(context: Readonly<Record<string, string>>): Buffer {
  return Buffer.from(JSON.stringify(Object.values(context)));
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
