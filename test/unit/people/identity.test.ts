import { expect, it } from 'vitest';
import { hashIdentity } from '../../../core/people/identity.ts';

const hashOf = (issuer: string, subject = 'ada') => hashIdentity({ issuer, subject });

it('distinguishes issuers and subjects, also those that end or begin alike', () => {
  const identities = [
    hashOf('https://id.example'),
    hashOf('https://id.example/'),
    hashOf('https://id.example:8443'),
    hashOf('https://id.example', 'adam'),
    hashOf('https://id.exampl', 'eada'),
    hashOf('http://127.0.0.1:3000'),
    hashOf('http://127.0.0.1:3000/pool'),
    hashOf('https://127.0.0.1:3000'),
    hashOf('https://127.0.0.1:3001'),
  ];
  expect(new Set(identities).size).toBe(identities.length);
});

it('is the same for the embedded runtime on any port', () => {
  expect(hashOf('http://127.0.0.1:3000')).toBe(hashOf('http://127.0.0.1:41234'));
});
