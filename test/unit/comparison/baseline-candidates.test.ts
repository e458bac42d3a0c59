import { describe, expect, it } from 'vitest';
import { listBaselineCandidates } from '../../../core/comparison/baseline-candidates.ts';

const SCAN = 'scan_01arz3ndektsv4rrffq69g5fav';

describe('where a baseline is looked for', () => {
  it('is the scan that the config names, and nowhere else', () => {
    const metadata = { branch: 'menu', targetBranch: 'main' };
    expect(listBaselineCandidates({ baseline: SCAN, metadata })).toEqual([
      { chosenBy: 'config', scanId: SCAN },
    ]);
  });

  it('is the target branch, then the same branch, then the site', () => {
    expect(listBaselineCandidates({ metadata: { branch: 'menu', targetBranch: 'main' } })).toEqual([
      { chosenBy: 'target-branch', branch: 'main' },
      { chosenBy: 'branch', branch: 'menu' },
      { chosenBy: 'site' },
    ]);
  });

  it('names a branch that is its own target once', () => {
    expect(listBaselineCandidates({ metadata: { branch: 'main', targetBranch: 'main' } })).toEqual([
      { chosenBy: 'target-branch', branch: 'main' },
      { chosenBy: 'site' },
    ]);
  });

  it('is other scans without a branch, then the site, for a scan that names none', () => {
    const expected = [{ chosenBy: 'branch', branch: null }, { chosenBy: 'site' }];
    expect(listBaselineCandidates({})).toEqual(expected);
    expect(listBaselineCandidates({ metadata: { commit: '9f1c2ab' } })).toEqual(expected);
  });
});
