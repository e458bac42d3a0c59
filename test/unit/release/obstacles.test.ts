import { describe, expect, it, test } from 'vitest';
import { findObstacles, type RepositoryState } from '../../../scripts/release/obstacles.ts';

const state: RepositoryState = {
  branch: 'main',
  changes: [],
  wrongPackages: [],
  commitsBehind: 0,
  existingArtifacts: [],
  tags: ['v0.1.0', 'v0.2.0-rc.1', 'version', 'vnext'],
  currentVersion: '0.2.0-rc.1',
  changelog: '# Changelog\n\n## Unreleased\n\n- A.\n\n## 0.1.0 - 2026-01-02\n\n- B.\n',
};

test.each(['0.2.0', '0.2.0-rc.2', '1.0.0'])('a clean repository can release %s', (version) => {
  expect(findObstacles(version, state)).toEqual([]);
});

it('releases the version of package.json if it is not released yet', () => {
  const first = { ...state, tags: [], currentVersion: '0.1.0', changelog: '## Unreleased\n\n- A.\n' };
  expect(findObstacles('0.1.0', first)).toEqual([]);
});

test.each([
  ['a branch other than main', { branch: 'topic' }, 'the branch topic'],
  ['a detached HEAD', { branch: '' }, 'no branch'],
  [
    'a package of another version',
    { wrongPackages: ['node_modules/a is 1.0.0; package-lock.json has 1.0.1.'] },
    'Run `npm ci`:\n    node_modules/a is 1.0.0; package-lock.json has 1.0.1.',
  ],
  ['a changed file', { changes: [' M cli/main.ts'] }, ' M cli/main.ts'],
  [
    'a branch that lacks commits of its remote branch',
    { commitsBehind: 2 },
    'HEAD lacks 2 of the commits of origin/main',
  ],
  ['an artifact that exists', { existingArtifacts: ['release/a.tgz'] }, 'release/a.tgz exists'],
  ['an empty section "Unreleased"', { changelog: '## Unreleased\n' }, 'CHANGELOG.md is empty'],
])('refuses %s', (_, change, text) => {
  expect(findObstacles('0.2.0', { ...state, ...change })).toEqual([expect.stringContaining(text)]);
});

describe('the version', () => {
  test.each([
    ['v0.2.0', 'not a semantic version'],
    ['0.2', 'not a semantic version'],
    ['0.1.0', 'The tag v0.1.0 exists'],
    ['0.0.9', 'not higher than the released version 0.2.0-rc.1'],
    ['0.2.0-beta.1', 'not higher than the released version 0.2.0-rc.1'],
  ])('%s is refused', (version, text) => {
    expect(findObstacles(version, state)).toEqual([expect.stringContaining(text)]);
  });

  it('is refused if the changelog has it, even without its tag', () => {
    expect(findObstacles('0.1.0', { ...state, tags: [], currentVersion: '0.1.0' })).toEqual([
      expect.stringContaining('not higher than the released version 0.1.0'),
    ]);
  });

  it('is refused if it is lower than that of package.json', () => {
    expect(findObstacles('0.3.0', { ...state, currentVersion: '0.4.0' })).toEqual([
      expect.stringContaining('lower than 0.4.0 in package.json'),
    ]);
  });
});

it('reports all obstacles at once', () => {
  const obstacles = findObstacles('1', { ...state, branch: 'topic', changes: ['?? a'], changelog: '' });
  expect(obstacles).toHaveLength(4);
});
