import { describe, expect, it } from 'vitest';
import type { undecidedReasons } from '../../../core/gate/resolutions.ts';
import { countGates, gateCountsSchema } from '../../../core/trend/gate-counts.ts';

const line = { comparableKey: 'a', branch: 'main' };
const passed = { ...line, gate: 'passed', inconclusiveReasons: [] } as const;
const failed = { ...line, gate: 'failed', inconclusiveReasons: [] } as const;
const without = { ...line, gate: null, inconclusiveReasons: [] } as const;
const notDecided = (...inconclusiveReasons: (typeof undecidedReasons)[number][]) => ({
  ...line,
  gate: 'inconclusive' as const,
  inconclusiveReasons,
});
const incomplete = notDecided('page-incomplete');
const onPhone = { ...incomplete, comparableKey: 'b' };
const ofMenu = { ...incomplete, branch: 'menu' };
const both = notDecided('low-coverage', 'page-incomplete');

describe('the gates of a site', () => {
  it('are counted by result and by reason, the most frequent reason first', () => {
    const counted = countGates([passed, both, incomplete, without, failed, passed]);
    expect(gateCountsSchema.parse(counted)).toEqual({
      scans: 5,
      passed: 2,
      failed: 1,
      inconclusive: 2,
      reasons: [
        { code: 'page-incomplete', scans: 2 },
        { code: 'low-coverage', scans: 1 },
      ],
      repeated: null,
    });
  });

  it.each([
    ['the newest three gates have it', [both, incomplete, both, passed], 'page-incomplete'],
    ['a scan without a gate is between them', [both, without, incomplete, incomplete], 'page-incomplete'],
    ['only two scans have a gate', [incomplete, incomplete, without], null],
    ['the newest gate passed', [passed, incomplete, incomplete, incomplete], null],
    ['one of the three gates failed', [incomplete, failed, incomplete, incomplete], null],
    ['each has another reason', [notDecided('low-coverage'), incomplete, notDecided('rule-not-run')], null],
    [
      'those of another viewport passed',
      [passed, onPhone, passed, onPhone, passed, onPhone],
      'page-incomplete',
    ],
    ['those of another branch passed', [ofMenu, passed, ofMenu, passed, ofMenu], 'page-incomplete'],
    ['each is of another branch', [incomplete, ofMenu, both], 'page-incomplete'],
    ['there is no scan', [], null],
  ])('have a repeated reason or none: %s', (_, points, repeated) => {
    expect(countGates(points).repeated).toBe(repeated);
  });
});
