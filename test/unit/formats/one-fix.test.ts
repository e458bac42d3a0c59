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
    ['is made where it is certain', group('certain', 2), 'one fix'],
    ['says where it is a guess', group('probable', 2), 'probably one fix'],
    ['is not made of a single finding', group(null, 1), ''],
    ['is not made where one finding counts, because the others are suppressed', group('certain', 3, 2), ''],
    ['is not made by a report that does not have it', group(undefined as never, 2), ''],
  ])('%s', (_, of, text) => {
    expect(describeOneFix(of)).toBe(text);
    expect(formatOneFixAside(of)).toBe(text && ` (${text})`);
  });
});
