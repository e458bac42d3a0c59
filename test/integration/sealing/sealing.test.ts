import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DecryptCommand, EncryptCommand, GenerateDataKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sealing, seal, sealText, unseal, unsealText } from '../../../adapters/sealing/sealing.ts';
import type { Credentials } from '../../../core/sites/credentials.ts';
import { createKms, type KmsStandIn } from '../../../local/stand-ins/kms.ts';
import { listenOnLoopback } from '../../../local/stand-ins/loopback-address.ts';

const KEY_ARN = 'arn:aws:kms:us-east-1:000000000000:key/test';
const OTHER_ARN = 'arn:aws:kms:us-east-1:000000000000:key/other';
const site = { accountId: 'acct_1', siteId: 'site_1' };
const credentials: Credentials = {
  origin: 'https://www.example.com',
  headers: { 'X-Token': 'header-secret' },
  cookies: [{ name: 'sid', value: 'cookie-secret', path: '/', httpOnly: true }],
  basic: { username: 'user', password: 'pässword-secret' },
};

let folder: string;
let kms: KmsStandIn;
let kmsUrl: string;
let sealing: Sealing;

const clientOf = (endpoint: string) =>
  new KMSClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
  });
const packed = async () => ({
  siteId: site.siteId,
  origin: credentials.origin,
  sealed: await seal(sealing, credentials, site),
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kms-'));
  kms = createKms(join(folder, 'kms'));
  kmsUrl = await listenOnLoopback(kms.server);
  kms.provideKey(KEY_ARN);
  kms.provideKey(OTHER_ARN);
  sealing = { kms: clientOf(kmsUrl), keyArn: KEY_ARN };
});
afterAll(async () => {
  sealing?.kms.destroy();
  kms?.server.close();
  await rm(folder, { recursive: true, force: true });
});

describe('sealed credentials', () => {
  it('are unsealed to the original values, and are never sealed to the same text twice', async () => {
    const [one, two] = [await packed(), await packed()];
    expect(await unseal(sealing, one, site.accountId)).toEqual(credentials);
    expect(one.sealed.text).not.toBe(two.sealed.text);
    expect(one.sealed.key).not.toBe(two.sealed.key);
  });

  it('reveal nothing of their contents', async () => {
    const { sealed } = await packed();
    const bytes = Object.values(sealed).map((text) => Buffer.from(text, 'base64').toString('latin1'));
    expect(bytes.join('\n') + JSON.stringify(sealed)).not.toMatch(/secret|example\.com|X-Token/);
  });

  it.each<[string, (given: Awaited<ReturnType<typeof packed>>) => [typeof given, string]]>([
    ['account', (given) => [given, 'acct_2']],
    ['site', (given) => [{ ...given, siteId: 'site_2' }, site.accountId]],
    ['origin', (given) => [{ ...given, origin: 'https://evil.example' }, site.accountId]],
  ])('cannot be unsealed for another %s', async (_, change) => {
    const [given, accountId] = change(await packed());
    await expect(unseal(sealing, given, accountId)).rejects.toMatchObject({
      name: 'InvalidCiphertextException',
    });
  });

  it.each(['nonce', 'text', 'tag'] as const)(
    'cannot be unsealed when their %s was altered',
    async (member) => {
      const given = await packed();
      const bytes = Buffer.from(given.sealed[member], 'base64');
      bytes[0] = (bytes[0] ?? 0) ^ 1;
      given.sealed[member] = bytes.toString('base64');
      const opening = unseal(sealing, given, site.accountId);
      await expect(opening).rejects.toThrow(/^the credentials of site_1 cannot be decrypted/);
      await expect(opening).rejects.not.toHaveProperty('cause');
    },
  );

  it('cannot be unsealed from the text of one with the key of another', async () => {
    const [one, two] = [await packed(), await packed()];
    one.sealed.key = two.sealed.key;
    await expect(unseal(sealing, one, site.accountId)).rejects.toThrow(/cannot be decrypted/);
  });
});

describe('a sealed text', () => {
  const owner = { accountId: 'acct_1', itemId: 'webhook_1' };
  const secret = 'whsec_sécret';

  it('is unsealed to the original text and reveals nothing of it', async () => {
    const text = await sealText(sealing, secret, owner);
    expect(await unsealText(sealing, text, owner)).toBe(secret);
    expect(Buffer.from(text.sealed.text, 'base64').toString('latin1')).not.toContain('whsec');
  });

  it.each([{ accountId: 'acct_2' }, { itemId: 'webhook_2' }])('cannot be unsealed with %o', async (other) => {
    const text = await sealText(sealing, secret, owner);
    await expect(unsealText(sealing, text, { ...owner, ...other })).rejects.toMatchObject({
      name: 'InvalidCiphertextException',
    });
  });

  it('cannot be unsealed with the key of another text', async () => {
    const [one, two] = [await sealText(sealing, secret, owner), await sealText(sealing, secret, owner)];
    one.sealed.key = two.sealed.key;
    await expect(unsealText(sealing, one, owner)).rejects.toThrow(
      /^the secret text of webhook_1 cannot be decrypted/,
    );
  });
});

describe('the stand-in for KMS', () => {
  const context = { EncryptionContext: { a: '1', b: '2' } };

  it('decrypts its own ciphertext, with the context in any order, and after a restart', async () => {
    const made = await sealing.kms.send(
      new GenerateDataKeyCommand({ KeyId: KEY_ARN, KeySpec: 'AES_256', ...context }),
    );
    expect(made.Plaintext).toHaveLength(32);
    const again = createKms(join(folder, 'kms'));
    again.provideKey(KEY_ARN);
    const client = clientOf(await listenOnLoopback(again.server));
    const opened = await client.send(
      new DecryptCommand({ CiphertextBlob: made.CiphertextBlob, EncryptionContext: { b: '2', a: '1' } }),
    );
    client.destroy();
    again.server.close();
    expect(opened.Plaintext).toEqual(made.Plaintext);
    expect(opened.KeyId).toBe(KEY_ARN);
  });

  it('rejects calls as KMS does', async () => {
    const { kms: client } = sealing;
    const { CiphertextBlob } = await client.send(
      new GenerateDataKeyCommand({ KeyId: KEY_ARN, KeySpec: 'AES_256', ...context }),
    );
    const refused = (name: string, call: Promise<unknown>) => expect(call).rejects.toMatchObject({ name });
    const decrypt = (given: object) =>
      client.send(new DecryptCommand({ CiphertextBlob, ...context, ...given }));
    const generate = (given: object) => client.send(new GenerateDataKeyCommand({ KeyId: KEY_ARN, ...given }));
    await refused('InvalidCiphertextException', decrypt({ EncryptionContext: undefined }));
    await refused('InvalidCiphertextException', decrypt({ EncryptionContext: { a: '1' } }));
    await refused('IncorrectKeyException', decrypt({ KeyId: OTHER_ARN }));
    await refused('InvalidCiphertextException', decrypt({ CiphertextBlob: Buffer.from('no blob') }));
    await refused('NotFoundException', generate({ KeyId: 'none', KeySpec: 'AES_256' }));
    await refused('ValidationException', generate({}));
    const encrypt = new EncryptCommand({ KeyId: KEY_ARN, Plaintext: Buffer.from('x') });
    await refused('UnsupportedOperationException', client.send(encrypt));
    const target = { method: 'POST', headers: { 'X-Amz-Target': 'TrentService.Decrypt' }, body: '{' };
    const answer = await fetch(kmsUrl, target);
    expect([answer.status, await answer.json()]).toMatchObject([400, { __type: 'SerializationException' }]);
  });

  it('stores its keys in files that only their owner can read', async () => {
    const keyFolder = join(folder, 'kms');
    expect((await stat(keyFolder)).mode & 0o777).toBe(0o700);
    const files = await readdir(keyFolder);
    expect(files).toHaveLength(2);
    for (const file of files) {
      expect((await stat(join(keyFolder, file))).mode & 0o777).toBe(0o600);
      expect(await readFile(join(keyFolder, file))).toHaveLength(32);
    }
  });
});
