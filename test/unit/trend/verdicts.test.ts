import { describe, expect, it } from 'vitest';
import type { GateReason } from '../../../core/gate/gate-reasons.ts';
import { countVerdicts, verdictsSchema } from '../../../core/trend/verdicts.ts';

const passed = { gate: 'passed', notDecidedFor: [] } as const;
const failed = { gate: 'failed', notDecidedFor: [] } as const;
const without = { gate: null, notDecidedFor: [] } as const;
const notDecided = (...notDecidedFor: GateReason[]) => ({ gate: 'inconclusive' as const, notDecidedFor });
const incomplete = notDecided('page-incomplete');
const both = notDecided('low-coverage', 'page-incomplete');

describe('the verdicts of a site', () => {
  it('are counted by result and by reason, the most frequent reason first', () => {
    const counted = countVerdicts([passed, both, incomplete, without, failed, passed]);
    expect(verdictsSchema.parse(counted)).toEqual({
      scans: 5,
      passed: 2,
      failed: 1,
      notDecided: 2,
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
    ['there is no scan', [], null],
  ])('have a repeated reason or none: %s', (_, points, repeated) => {
    expect(countVerdicts(points).repeated).toBe(repeated);
  });
});
