import { expect, test } from 'vitest';
import type { Outcome } from '../../../../cli/outcome/outcome.ts';
import { getMissingBaselineHint } from '../../../../cli/outcome/verdict.ts';
import { noBaselineReasons } from '../../../../core/comparison/baseline-candidates.ts';
import type { FailOn } from '../../../../core/gate/fail-on.ts';
import type { Gate } from '../../../../core/gate/gate.ts';
import { report } from '../../formats/report.ts';
import { outcomeOf } from './outcome.ts';

const reasonOf = (code: Gate['reasons'][number]['code'], result: 'failed' | 'inconclusive') => ({
  code,
  result,
  message: 'A message.',
  count: null,
});
const noBaseline = reasonOf('no-baseline', 'inconclusive');

/** Returns the advice for a scan with these thresholds, whose gate has these reasons. */
function whatToDo(
  failOn: Partial<FailOn>,
  reasons: Gate['reasons'],
  given: Partial<Outcome> = {},
  whyNone: string | null = null,
) {
  const result = reasons.some((reason) => reason.result === 'failed') ? 'failed' : 'inconclusive';
  const made = report({
    overrides: ({ scan, gate, comparison }) => ({
      comparison: { ...comparison, whyNone },
      gate: { ...gate, result, reasons },
      scan: {
        ...scan,
        config: {
          ...scan.config,
          failOn: { review: false, minCoverage: 90, onNoBaseline: 'report', ...failOn },
        },
      },
    }),
  });
  return getMissingBaselineHint(outcomeOf(made, given));
}

test('gives both solutions for a local scan without a baseline, by its thresholds', () => {
  const local = { where: 'local' } as const;
  expect(whatToDo({ new: 'moderate' }, [noBaseline], local)).toBe(
    'To find new violations, set --baseline to the JSON report of an earlier scan: --baseline report.json (--output json=report.json writes one). Or let all violations decide: --fail-on any=moderate instead of new=moderate.',
  );
  expect(whatToDo({ new: 'serious', bestPractice: { new: 'critical' } }, [noBaseline], local)).toContain(
    '--fail-on any=serious,best-practice-any=critical instead of new=serious,best-practice-new=critical.',
  );
  expect(whatToDo({ total: 5, bestPractice: { new: 'minor' } }, [noBaseline], local)).toContain(
    '--fail-on best-practice-any=minor instead of best-practice-new=minor.',
  );
});

test('says that a scan of the service is the first of its kind', () => {
  expect(whatToDo({ new: 'serious' }, [noBaseline])).toMatch(/^Later scans with the same settings /);
});

test.each(['service', 'local'] as const)(
  'gives no advice if more or less than a baseline is missing: %s',
  (where) => {
    expect(
      whatToDo({ new: 'serious' }, [noBaseline, reasonOf('low-coverage', 'inconclusive')], { where }),
    ).toBeNull();
    expect(
      whatToDo({ new: 'serious', total: 1 }, [noBaseline, reasonOf('total', 'failed')], { where }),
    ).toBeNull();
    expect(whatToDo({ new: 'serious' }, [noBaseline], { where, status: 'cancelled' })).toBeNull();
    expect(getMissingBaselineHint(outcomeOf(null, { where, status: 'failed' }))).toBeNull();
  },
);

/**
 * Reports state the reason as a sentence only, and the command reads reports of services of other versions. If a
 * sentence changes, the command must still recognize its previous wording.
 */
test.each([
  'No earlier comparable scan can be the baseline: each one failed because of new findings, or its gate had weaker conditions for new findings. Fix the new findings, or accept a scan with POST /api/v1/scans/<id>/accept.',
  'The earlier scans that could be the baseline are of the same commit. A scan is compared with a scan of its own commit only if that scan was accepted. The next commit will be compared with them.',
  'The stored findings of the baseline no longer exist. To make another scan the baseline, use POST /api/v1/scans/<id>/accept.',
])('adds nothing to a reason that says what to do: %s', (whyNone) => {
  expect(whatToDo({ new: 'serious' }, [noBaseline], {}, whyNone)).toBeNull();
});

test.each(['first-scan', 'none-comparable'] as const)('adds advice to the reason %s', (code) => {
  expect(whatToDo({ new: 'serious' }, [noBaseline], {}, noBaselineReasons[code])).not.toBeNull();
});
