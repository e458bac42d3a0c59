import { expect, it, test } from 'vitest';
import { compareVersions, parseVersion, type Version } from '../../../scripts/release/version.ts';

const parsed = (text: string): Version => {
  const version = parseVersion(text);
  if (version === undefined) throw new Error(`${text} is not a version`);
  return version;
};

test.each([
  '',
  'v1.0.0',
  '1.0',
  '1.0.0.0',
  '01.0.0',
  '1.0.0-',
  '1.0.0-01',
  '1.0.0-a..b',
  '1.0.0+build',
  '1.0.0 ',
  'latest',
])('refuses %o', (text) => {
  expect(parseVersion(text)).toBeUndefined();
});

it('orders versions by the precedence of semver', () => {
  // The pre-releases are the example of semver.org, section 11.
  const ordered = [
    '0.1.0',
    '0.2.0',
    '0.10.0',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0',
    '1.0.1',
    '2.0.0-rc.1',
  ];
  const reordered = ordered.toReversed().map(parsed).sort(compareVersions);
  expect(reordered.map(({ text }) => text)).toEqual(ordered);
  expect(compareVersions(parsed('1.0.0-rc.1'), parsed('1.0.0-rc.1'))).toBe(0);
});
