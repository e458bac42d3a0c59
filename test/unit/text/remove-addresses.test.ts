import { expect, it } from 'vitest';
import { removeAddresses } from '../../../core/text/remove-addresses.ts';

it.each([
  ['Your account is locked, verify at evil.example now', 'Your account is locked, verify at now'],
  ['evil.com', ''],
  ['www.evil.com/pay?now', ''],
  ['Shop (evil.com)', 'Shop'],
  ['Pay //evil or https:evil or \\\\evil\\share', 'Pay or or'],
  ['mail help@evil or @evil', 'mail or'],
  ['203.0.113.9 or 1.1.1.1 or localhost:3000', 'or or'],
  [
    'full-width evil\uff0ecom and evil\u3002com and evil\u2024com and help\uff20evil',
    'full-width and and and',
  ],
  ['split evil.\u200bcom evil\u200b.c\u00adom', 'split'],
  ['brackets evil[.]com and evil(.)com and evil [dot] com', 'brackets and and evil com'],
  ['Acme” Pay now “', 'Acme Pay now'],
  ['accents evil.c\u0338om and \u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444', 'accents and'],
])('removes the words of %j that read as an address', (name, expected) => {
  expect(removeAddresses(name)).toBe(expected);
});

it.each([
  'Example Ltd.',
  'Deutscher Verein e.V.',
  "O’Brien & d'Or",
  'Fabbrica S.p.A. (Milano)',
  'R&D / AC/DC: Web 2.0',
  '\u682a\u5f0f\u4f1a\u793e\u4f8b',
])('leaves %j as it is', (name) => {
  expect(removeAddresses(name)).toBe(name);
});
