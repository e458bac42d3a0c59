import { describe, expect, it } from 'vitest';
import { exampleReport } from '../../../core/api/example-report.ts';
import type { IssueGroup } from '../../../core/reports/report.ts';
import {
  filterGroups,
  type GroupFilter,
  parseGroups,
  serializeGroups,
  toGroupView,
} from '../../../core/reports/scan-groups.ts';

const [example] = exampleReport.issueGroups as [IssueGroup];
const none = { new: 0, regressed: 0, unchanged: 0, reclassified: 0, unknown: 0 };
const group = (id: string, given: Partial<IssueGroup> = {}): IssueGroup => ({ ...example, id, ...given });

describe('the stored issue groups', () => {
  it('have short texts and few page ids, whatever the page contains', () => {
    const long = 'x'.repeat(100_000);
    const pageIds = Array.from({ length: 1_000 }, (_, index) => `p${index}`);
    const node = { ...example.example, html: long, howToFix: long, target: [long] };
    const stored = serializeGroups([group('grp_a', { pageIds, example: node })]);
    expect(stored.length).toBeLessThan(2_000);
    expect(parseGroups(stored)[0]).toMatchObject({ id: 'grp_a', pageCount: 1_000, firstSeen: null });
  });

  it('were first seen before a person decided that they are problems', () => {
    const scan = { scanId: 'scan_01arz3ndektsv4rrffq69g5fa0', commit: null, at: '2026-10-01T10:00:00.000Z' };
    const stored = serializeGroups([group('grp_a_problem')], new Map([['grp_a', scan]]));
    expect(parseGroups(stored)[0]?.firstSeen).toEqual(scan);
  });

  it('get the texts of their rule when they are read', () => {
    const [stored] = parseGroups(serializeGroups([group('grp_a')]));
    expect(stored && toGroupView(stored)).toMatchObject({
      help: 'Images must have alternative text',
      successCriteria: ['1.1.1'],
      element: { selector: 'img', html: '<img src="/hero.jpg">' },
    });
  });

  it('say where the example is, and are read without that, as older scans stored them', () => {
    const text = serializeGroups([group('grp_a')]);
    const [stored] = parseGroups(text);
    expect(stored?.element).toMatchObject({
      path: 'html > body > main > img',
      url: 'https://www.example.com/',
    });
    const { groups } = JSON.parse(text);
    delete groups[0].element.path;
    delete groups[0].element.url;
    const [older] = parseGroups(JSON.stringify({ version: 1, groups }));
    expect(older?.element.selector).toBe('img');
  });

  it.each<[string, GroupFilter, string[]]>([
    ['kind', { kind: 'review' }, ['grp_c']],
    ['impact', { impact: 'serious' }, ['grp_b', 'grp_c']],
    ['state of a finding', { state: 'new' }, ['grp_a']],
    ['entirely suppressed', { suppressed: true }, ['grp_b']],
    ['not entirely suppressed', { suppressed: false }, ['grp_a', 'grp_c']],
    ['rule', { rule: 'label' }, ['grp_b']],
    ['rules of a criterion', { rules: new Set(['image-alt']) }, ['grp_a', 'grp_c']],
    ['ids', { ids: new Set(['grp_b']) }, ['grp_b']],
    ['several members', { impact: 'serious', rule: 'image-alt' }, ['grp_c']],
  ])('are selected by %s', (_, filter, ids) => {
    const groups = parseGroups(
      serializeGroups([
        group('grp_a'),
        group('grp_b', { ruleId: 'label', impact: 'serious', elements: 2, suppressed: 2, byState: none }),
        group('grp_c', { kind: 'review', impact: 'serious', byState: { ...none, unchanged: 1 } }),
      ]),
    );
    expect(filterGroups(groups, filter).map(({ id }) => id)).toEqual(ids);
  });

  it('are not entirely suppressed if elements count that are not listed', () => {
    const groups = parseGroups(
      serializeGroups([group('grp_a', { elements: 2, suppressed: 2, unlisted: 1 })]),
    );
    const select = (suppressed: boolean) => filterGroups(groups, { suppressed }).map(({ id }) => id);
    expect([select(true), select(false)]).toEqual([[], ['grp_a']]);
  });

  it('are selected by what a person decided about all findings that are not suppressed', () => {
    const review = { kind: 'review' as const, elements: 2 };
    const groups = parseGroups(
      serializeGroups([
        group('grp_open', review),
        group('grp_half', { ...review, decidedFine: 1 }),
        group('grp_fine', { ...review, suppressed: 1, decidedFine: 1 }),
        group('grp_problem', { decidedProblems: true }),
        group('grp_more', { ...review, decidedFine: 2, unlisted: 1 }),
        group('grp_outdated', { ...review, decisionsOutdated: 1 }),
      ]),
    );
    const select = (filter: GroupFilter) => filterGroups(groups, filter).map(({ id }) => id);
    expect(select({ decision: 'fine' })).toEqual(['grp_fine']);
    expect(select({ decision: 'problem' })).toEqual(['grp_problem']);
    expect(select({ decision: 'none' })).toEqual(['grp_open', 'grp_half', 'grp_more', 'grp_outdated']);
    expect(select({ decision: 'open' })).not.toContain('grp_fine');
    expect(select({ decision: 'open' })).toContain('grp_problem');
    expect(select({ decision: 'outdated' })).toEqual(['grp_outdated']);
  });
});
