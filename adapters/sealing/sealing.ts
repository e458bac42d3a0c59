import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { DecryptCommand, GenerateDataKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import {
  type Credentials,
  type Sealed,
  type SealedCredentials,
  type SealingContext,
  sealingContextNames,
} from '../../core/sites/credentials.ts';

/**
 * Seals the credentials of sites in envelopes: the text is encrypted with a data key of its own, which AWS KMS makes
 * and which is kept only as KMS encrypted it. Both are bound to the account, the site and the origin that the
 * credentials are for, so that what is sealed cannot be moved to another site.
 * Source: https://docs.aws.amazon.com/kms/latest/developerguide/concepts.html#enveloping
 */

const CIPHER = 'aes-256-gcm';
/** Bytes; what NIST SP 800-38D recommends for GCM. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The KMS key and the client that reaches it. */
export interface Sealing {
  kms: KMSClient;
  keyArn: string;
}

/** Names the key. Region, credentials and endpoint come from the environment, as the SDK reads it. */
export function openSealing(keyArn: string): Sealing {
  return { kms: new KMSClient({ maxAttempts: 5 }), keyArn };
}

/**
 * Seals a site's credentials.
 * @throws what the KMS client throws; never with anything of the credentials in it
 */
export async function seal(
  { kms, keyArn }: Sealing,
  credentials: Credentials,
  { accountId, siteId }: { accountId: string; siteId: string },
): Promise<Sealed> {
  const context = contextOf(accountId, siteId, credentials.origin);
  const { Plaintext, CiphertextBlob } = await kms.send(
    new GenerateDataKeyCommand({ KeyId: keyArn, KeySpec: 'AES_256', EncryptionContext: context }),
  );
  if (!Plaintext || !CiphertextBlob) throw new Error('KMS made no data key');
  const text = Buffer.from(JSON.stringify(credentials));
  try {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, Plaintext, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(boundText(context));
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
 * Opens what `seal` sealed for a site of the account.
 * @throws Error when it was sealed for another account, site or origin, or was altered
 */
export async function unseal(
  { kms, keyArn }: Sealing,
  { siteId, origin, sealed }: SealedCredentials,
  accountId: string,
): Promise<Credentials> {
  const context = contextOf(accountId, siteId, origin);
  const { Plaintext } = await kms.send(
    new DecryptCommand({
      KeyId: keyArn,
      CiphertextBlob: Buffer.from(sealed.key, 'base64'),
      EncryptionContext: context,
    }),
  );
  if (!Plaintext) throw new Error('KMS opened no data key');
  let text: Buffer | undefined;
  try {
    text = open(Plaintext, sealed, boundText(context));
    const credentials = JSON.parse(text.toString()) as Credentials;
    if (credentials.origin !== origin) throw new Error('they are for another origin');
    return credentials;
  } catch {
    // Without the cause, whose message may quote the text.
    throw new Error(`the credentials of ${siteId} cannot be opened: they were altered or are not its own`);
  } finally {
    Plaintext.fill(0);
    text?.fill(0);
  }
}

function open(key: Uint8Array, sealed: SealedCredentials['sealed'], bound: Buffer): Buffer {
  const nonce = Buffer.from(sealed.nonce, 'base64');
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(bound);
  decipher.setAuthTag(Buffer.from(sealed.tag, 'base64'));
  return Buffer.concat([decipher.update(Buffer.from(sealed.text, 'base64')), decipher.final()]);
}

function contextOf(account: string, site: string, origin: string): SealingContext {
  return { account, site, origin };
}

function boundText(context: SealingContext): Buffer {
  return Buffer.from(JSON.stringify(sealingContextNames.map((name) => context[name])));
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
