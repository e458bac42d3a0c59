import { exampleComparison, exampleLife } from '../../../core/api/history-endpoints.ts';
import { differenceStateNames } from '../../../core/comparison/states.ts';
import type { ComparedFinding, GroupHistory, Scan, ScanComparison } from '../../../dashboard/api/types.ts';
import type { FakeAnswer } from './fake-answer.ts';
import { ok, problem } from './fake-answer.ts';
import { HOSTILE, id } from './fake-data.ts';

/** What the fake service answers about comparisons of scans. */

export const comparedScanId = id('scan', '3');
export const otherScanId = id('scan', '4');

/** Answers the comparison of a scan; undefined for other calls. @param isEmpty whether nothing changed */
export function answerHistory(
  { scans }: { scans: readonly Scan[] },
  call: string,
  query: URLSearchParams,
  isEmpty: boolean,
): FakeAnswer | undefined {
  const [, group] = /^GET \/sites\/\w+\/groups\/(\w+)\/history$/.exec(call) ?? [];
  if (group !== undefined) return ok<GroupHistory>({ ...exampleLife, issueGroup: group });
  const [, finding] = /^GET \/sites\/\w+\/findings\/(\w+)\/history$/.exec(call) ?? [];
  if (finding !== undefined) return problem(404, 'history-not-found', 'There is no such history.');
  const [, scanId, part] = /^GET \/scans\/(\w+)(\/comparison)?$/.exec(call) ?? [];
  const scan = scans.find(({ id: each }) => each === scanId);
  if (scan === undefined) return undefined;
  if (part === undefined) return ok<Scan>(scan);
  const state = query.get('state');
  const items = createFindings().filter((item) => !isEmpty && (state === null || item.state === state));
  return ok<ScanComparison>({
    ...exampleComparison,
    items,
    total: items.length,
    ...(isEmpty
      ? {}
      : { isComparable: false, settingsChanged: ['viewport', 'locale'], enginesChanged: true }),
  });
}

function createFindings(): ComparedFinding[] {
  const [template] = exampleComparison.items as [ComparedFinding];
  return differenceStateNames.map((state, index) => ({
    ...template,
    state,
    fingerprint: `f1_${String(index).padStart(24, '0')}`,
    suppressed: index === 0 ? true : index === 1 ? null : false,
    ...(index === 2 ? { url: `https://shop.example/${HOSTILE}`, selector: HOSTILE } : {}),
  }));
}
