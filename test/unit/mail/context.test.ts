import { expect, it } from 'vitest';
import { parseMailSender } from '../../../lib/mail/context.ts';

const parse = (context: Record<string, unknown>) => parseMailSender((name) => context[name]);

it('mail is off without a sender', () => {
  expect(parse({})).toBeUndefined();
});

it('the sender is an address, in the region of the stacks or in another one', () => {
  expect(parse({ mailSender: 'Scans@Example.com' })).toEqual({ address: 'scans@example.com' });
  expect(parse({ mailSender: 'scans@example.com', mailRegion: 'eu-central-1' })).toEqual({
    address: 'scans@example.com',
    region: 'eu-central-1',
  });
});

it('a sender that is no address, or a region without a sender, is refused with what would be right', () => {
  for (const mailSender of ['', 'scans', 'Scans <scans@example.com>', 5, null, undefined]) {
    expect(() => parse({ mailSender, mailRegion: 'eu-central-1' }), String(mailSender)).toThrow(
      'mailSender must be an email address, such as scans@example.com',
    );
  }
  for (const mailRegion of ['', 'Frankfurt', 'eu-central-1 ', 7])
    expect(() => parse({ mailSender: 'scans@example.com', mailRegion }), String(mailRegion)).toThrow(
      'mailRegion must be a region of AWS, such as eu-central-1',
    );
});
