import { describe, expect, it } from 'vitest';
import { exampleReport } from '../../../core/api/example-report.ts';
import type { IssueGroup } from '../../../core/reports/report.ts';
import { describeOneFix, formatOneFixAside } from '../../../formats/parts/groups.ts';

const [example] = exampleReport.issueGroups;
const group = (oneFix: IssueGroup['oneFix'], elements: number, suppressed = 0) => ({
  ...(example as IssueGroup),
  oneFix,
  elements,
  suppressed,
});

describe('the claim that one fix removes a group', () => {
  it.each<[string, IssueGroup, string]>([
    ['"one fix" for a certain group', group('certain', 2), 'one fix'],
    ['"probably one fix" for a probable group', group('probable', 2), 'probably one fix'],
    ['no claim for a single finding', group(null, 1), ''],
    ['no claim if one finding counts, because the others are suppressed', group('certain', 3, 2), ''],
    ['no claim for a report without the member', group(undefined as never, 2), ''],
  ])('is %s', (_, of, text) => {
    expect(describeOneFix(of)).toBe(text);
    expect(formatOneFixAside(of)).toBe(text && ` (${text})`);
  });
});
