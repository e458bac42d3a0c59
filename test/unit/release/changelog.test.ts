import { describe, expect, it, test } from 'vitest';
import {
  listReleasedVersions,
  readUnreleased,
  releaseChangelog,
} from '../../../scripts/release/changelog.ts';

const CHANGELOG = `# Changelog

The format.

## Unreleased

### Added

- A format.

## 0.1.0 - 2026-01-02

- The first version.
`;

it('moves the section "Unreleased" under the version', () => {
  expect(releaseChangelog(CHANGELOG, '0.2.0', '2026-11-23')).toBe(`# Changelog

The format.

## Unreleased

## 0.2.0 - 2026-11-23

### Added

- A format.

## 0.1.0 - 2026-01-02

- The first version.
`);
});

it('moves the section if no version is released yet', () => {
  expect(releaseChangelog('# Changelog\n\n## Unreleased\n\n- A.\n', '0.1.0', '2026-11-23')).toBe(
    '# Changelog\n\n## Unreleased\n\n## 0.1.0 - 2026-11-23\n\n- A.\n',
  );
});

it('leaves nothing to release after a release', () => {
  const released = releaseChangelog(CHANGELOG, '0.2.0', '2026-11-23');
  expect(readUnreleased(released)).toBeUndefined();
  expect(listReleasedVersions(released)).toEqual(['0.2.0', '0.1.0']);
});

describe('the section "Unreleased"', () => {
  it('is read without the next section', () => {
    expect(readUnreleased(CHANGELOG)).toBe('### Added\n\n- A format.');
  });

  test.each([
    ['is missing', '# Changelog\n\n## 0.1.0 - 2026-01-02\n\n- A.\n'],
    ['has no text', '# Changelog\n\n## Unreleased\n\n## 0.1.0 - 2026-01-02\n\n- A.\n'],
    ['has headings only', '# Changelog\n\n## Unreleased\n\n### Added\n\n### Fixed\n'],
    ['has another name', '# Changelog\n\n## Unreleased changes\n\n- A.\n'],
  ])('counts as empty if it %s', (_, text) => {
    expect(readUnreleased(text)).toBeUndefined();
  });
});
