import { expect, it } from 'vitest';
import { createSecretResolver } from '../../../local/secrets.ts';

const ARN = 'arn:aws:secretsmanager:us-east-1:000000000000:secret:OriginSecret';
const REFERENCE = `{{resolve:secretsmanager:${ARN}:SecretString:::}}`;
const resolve = createSecretResolver([{ arn: ARN, length: 64, hasPunctuation: false }]);

it('replaces each reference to a secret by the same value, of the length and characters of the template', () => {
  expect(resolve(REFERENCE)).toMatch(/^[A-Za-z0-9]{64}$/);
  expect(resolve(`a ${REFERENCE} b ${REFERENCE}`)).toBe(`a ${resolve(REFERENCE)} b ${resolve(REFERENCE)}`);
});

it('gives a secret another value at each start', () => {
  const other = createSecretResolver([{ arn: ARN, length: 64, hasPunctuation: false }]);
  expect(other(REFERENCE)).not.toBe(resolve(REFERENCE));
});

it('leaves other texts, and refuses a reference to a secret that no template has', () => {
  expect(resolve('{{resolve:ssm:/name}}')).toBe('{{resolve:ssm:/name}}');
  expect(() => resolve('{{resolve:secretsmanager:other:SecretString:::}}')).toThrow(
    'no template has the secret',
  );
});
