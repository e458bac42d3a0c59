import { describe, expect, it } from 'vitest';
import { listBaselineCandidates } from '../../../core/comparison/baseline-candidates.ts';

const SCAN = 'scan_01arz3ndektsv4rrffq69g5fav';

describe('the candidates for a baseline', () => {
  it('are only the scan that the config names', () => {
    const metadata = { branch: 'menu', targetBranch: 'main' };
    expect(listBaselineCandidates({ baseline: SCAN, metadata })).toEqual([
      { chosenBy: 'config', scanId: SCAN },
    ]);
  });

  it('are the target branch, then the same branch, then the site', () => {
    expect(listBaselineCandidates({ metadata: { branch: 'menu', targetBranch: 'main' } })).toEqual([
      { chosenBy: 'target-branch', branch: 'main' },
      { chosenBy: 'branch', branch: 'menu' },
      { chosenBy: 'site' },
    ]);
  });

  it('contain a branch once if it is its own target', () => {
    expect(listBaselineCandidates({ metadata: { branch: 'main', targetBranch: 'main' } })).toEqual([
      { chosenBy: 'target-branch', branch: 'main' },
      { chosenBy: 'site' },
    ]);
  });

  it('are other scans without a branch, then the site, if the scan has no branch', () => {
    const expected = [{ chosenBy: 'branch', branch: null }, { chosenBy: 'site' }];
    expect(listBaselineCandidates({})).toEqual(expected);
    expect(listBaselineCandidates({ metadata: { commit: '9f1c2ab' } })).toEqual(expected);
  });
});
