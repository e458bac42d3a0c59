import { expect, it } from 'vitest';
import { deriveName } from '../../../core/people/person.ts';

it.each([
  ['Ada Lovelace', 'Ada Lovelace'],
  ['Admin\u202e\n\u001b[2J', 'Admin[2J'],
  [' \u2066\u0000 ', 'ada'],
  [undefined, 'ada'],
  [`${'a'.repeat(99)}\u{1f600}`, 'a'.repeat(99)],
])('takes the name %j of a provider without characters that change how it is shown', (name, expected) => {
  expect(deriveName('ada@example.com', name)).toBe(expected);
});
