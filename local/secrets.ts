import { randomInt } from 'node:crypto';
import type { GeneratedSecret } from './template/stored-values.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const PUNCTUATION = '!#$%&()*+,-./:;<=>?@[]^_{|}~';

/** A dynamic reference to the whole value of a secret: https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/dynamic-references-secretsmanager.html */
const REFERENCE = /\{\{resolve:secretsmanager:(arn:[^{}]+?|[^{}:]+):SecretString:::\}\}/g;

/**
 * Returns a function that replaces dynamic references to secrets in a text. The values are new at each start: functions
 * and distribution get the same ones.
 * @throws Error if a text refers to a secret that no template has
 */
export function createSecretResolver(secrets: readonly GeneratedSecret[]): (text: string) => string {
  const values = new Map(secrets.map((secret) => [secret.arn, generate(secret)]));
  return (text) =>
    text.replaceAll(REFERENCE, (_, arn: string) => {
      const value = values.get(arn);
      if (value === undefined) throw new Error(`no template has the secret ${arn}`);
      return value;
    });
}

function generate({ length, hasPunctuation }: GeneratedSecret): string {
  const characters = LETTERS + (hasPunctuation ? PUNCTUATION : '');
  return Array.from({ length }, () => characters[randomInt(characters.length)]).join('');
}
