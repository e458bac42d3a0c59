import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeyFolder } from './kms-keys.ts';

/** An error response, with the error code of KMS. */
export class KmsError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export type KmsRequest = Record<string, unknown>;

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const specBytes: Readonly<Record<string, number>> = { AES_128: 16, AES_256: 32 };

/** The supported operations of https://docs.aws.amazon.com/kms/latest/APIReference/API_Operations.html */
const operations: Readonly<Record<string, (keys: KeyFolder, request: KmsRequest) => object>> = {
  GenerateDataKey(keys, request) {
    const { arn, key } = findKey(keys, request.KeyId);
    const bytes = specBytes[String(request.KeySpec)];
    if (bytes === undefined) {
      throw new KmsError(
        'ValidationException',
        `KeySpec must be one of ${Object.keys(specBytes).join(', ')}`,
      );
    }
    const plaintext = randomBytes(bytes);
    const blob = encrypt(key, arn, serializeContext(request), plaintext);
    return { KeyId: arn, Plaintext: plaintext.toString('base64'), CiphertextBlob: blob.toString('base64') };
  },
  Decrypt(keys, request) {
    const blob = Buffer.from(String(request.CiphertextBlob ?? ''), 'base64');
    const arn = readArn(blob);
    const found = arn === undefined ? undefined : keys.find(arn);
    if (found === undefined)
      throw new KmsError('InvalidCiphertextException', 'no key of this KMS encrypted the blob');
    if (request.KeyId !== undefined && findKey(keys, request.KeyId).arn !== found.arn) {
      throw new KmsError('IncorrectKeyException', 'a key other than KeyId encrypted the blob');
    }
    const plaintext = decrypt(found.key, found.arn, serializeContext(request), blob);
    return {
      KeyId: found.arn,
      Plaintext: plaintext.toString('base64'),
      EncryptionAlgorithm: 'SYMMETRIC_DEFAULT',
    };
  },
};

/**
 * Handles one request.
 * @throws KmsError for requests that KMS rejects, and for unsupported operations
 */
export function handleKmsRequest(keys: KeyFolder, action: string, request: KmsRequest): object {
  const operation = Object.hasOwn(operations, action) ? operations[action] : undefined;
  if (operation === undefined) {
    const served = Object.keys(operations).join(', ');
    throw new KmsError(
      'UnsupportedOperationException',
      `${action} is not supported; supported operations: ${served}`,
    );
  }
  return operation(keys, request);
}

/** Returns the ARN of the key that a request uses: the one it names, or the one that encrypted its blob. */
export function findKeyArn(keys: KeyFolder, request: KmsRequest): string | undefined {
  if (request.KeyId !== undefined) return keys.find(String(request.KeyId))?.arn;
  return readArn(Buffer.from(String(request.CiphertextBlob ?? ''), 'base64'));
}

function findKey(keys: KeyFolder, id: unknown): { arn: string; key: Buffer } {
  const found = typeof id === 'string' ? keys.find(id) : undefined;
  if (found === undefined) throw new KmsError('NotFoundException', 'no key has this KeyId');
  return found;
}

/** Returns the encryption context as one text that does not depend on the order of its members. */
function serializeContext({ EncryptionContext: context = {} }: KmsRequest): string {
  if (typeof context !== 'object' || context === null || Array.isArray(context)) {
    throw new KmsError('ValidationException', 'EncryptionContext must be an object of strings');
  }
  const entries = Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1));
  if (entries.some(([, value]) => typeof value !== 'string')) {
    throw new KmsError('ValidationException', 'EncryptionContext must be an object of strings');
  }
  return JSON.stringify(entries);
}

/** Encrypts with AES-GCM. The blob names its key: length of the ARN, ARN, nonce, tag, ciphertext. */
function encrypt(key: Buffer, arn: string, context: string, plaintext: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce);
  cipher.setAAD(Buffer.from(arn + context));
  const text = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  const name = Buffer.from(arn);
  return Buffer.concat([Buffer.from([name.length]), name, nonce, cipher.getAuthTag(), text]);
}

function readArn(blob: Buffer): string | undefined {
  const length = blob[0] ?? 0;
  return blob.length < 1 + length + NONCE_BYTES + TAG_BYTES
    ? undefined
    : blob.subarray(1, 1 + length).toString('utf8');
}

function decrypt(key: Buffer, arn: string, context: string, blob: Buffer): Buffer {
  const start = 1 + (blob[0] ?? 0);
  const nonce = blob.subarray(start, start + NONCE_BYTES);
  const tag = blob.subarray(start + NONCE_BYTES, start + NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce);
  decipher.setAAD(Buffer.from(arn + context));
  decipher.setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(blob.subarray(start + NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    throw new KmsError(
      'InvalidCiphertextException',
      'the blob was altered or encrypted with another encryption context',
    );
  }
}
