import { describe, expect, it } from 'vitest';
import { exampleSiteEntry } from '../../../core/api/examples.ts';
import {
  comparePositions,
  getPosition,
  isEntryMatching,
  listLabels,
  type OverviewOrder,
  parsePosition,
} from '../../../core/overview/overview.ts';
import { buildSiteFacts, type SiteEntry, type SiteResult } from '../../../core/overview/site-entry.ts';
import { makeSite } from '../use-cases/fakes.ts';

const result = exampleSiteEntry.result as SiteResult;
const entryOf = (
  name: string,
  given: Partial<SiteResult> | null,
  last = exampleSiteEntry.last,
): SiteEntry => ({
  ...exampleSiteEntry,
  siteId: `site_${name}`,
  name,
  last,
  result: given && { ...result, new: 0, gate: 'passed', issueGroups: 0, pagesNotJudged: 0, ...given },
});

/** Returns the names of sites in an order. */
function sort(entries: SiteEntry[], order: OverviewOrder): string[] {
  return entries
    .toSorted((a, b) => comparePositions(getPosition(a, order), getPosition(b, order)))
    .map(({ name }) => name);
}

describe('the order of the overview', () => {
  it('begins with new violations, then what failed or is unknown, then issue groups, then names', () => {
    const cancelled = { scanId: 'scan_9', status: 'cancelled', finishedAt: null, failure: null } as const;
    const entries = [
      entryOf('Without scans', null, null),
      entryOf('Without baseline', { new: null }),
      entryOf('Passed', { issueGroups: 4 }),
      entryOf('Passed, but not judged in part', { pagesNotJudged: 1 }),
      entryOf('Passed, but cancelled since', { issueGroups: 1 }, cancelled),
      entryOf('Failed', { gate: 'failed', issueGroups: 2 }),
      entryOf('Inconclusive', { gate: 'inconclusive', issueGroups: 9 }),
      entryOf('Few new', { new: 2 }),
      entryOf('Many new', { new: 10 }),
    ];
    expect(sort(entries, 'new')).toEqual([
      'Many new',
      'Few new',
      'Inconclusive',
      'Failed',
      'Passed, but cancelled since',
      'Passed, but not judged in part',
      'Without baseline',
      'Without scans',
      'Passed',
    ]);
  });

  it('by the last scan begins with the newest, and ends with sites that have no scan', () => {
    const last = (scanId: string) => ({ scanId, status: 'failed', finishedAt: null, failure: null }) as const;
    const entries = [
      entryOf('None', null, null),
      entryOf('Old', null, last('scan_1')),
      entryOf('New', null, last('scan_2')),
    ];
    expect(sort(entries, 'last')).toEqual(['New', 'Old', 'None']);
  });

  it('by name ignores case, and does not depend on the order of sites with the same name', () => {
    const namesakes = [
      { ...entryOf('b', null), siteId: 'site_2' },
      { ...entryOf('b', null), siteId: 'site_1' },
    ];
    expect(sort([...namesakes, entryOf('A', null), entryOf('C', null)], 'name')).toEqual([
      'A',
      'b',
      'b',
      'C',
    ]);
    const [two, one] = namesakes.map((each) => getPosition(each, 'name')) as [string[], string[]];
    expect(comparePositions(one, two)).toBe(-1);
  });

  it('is the same for a position that was in a cursor', () => {
    for (const order of ['new', 'name', 'last'] as const) {
      const position = getPosition(entryOf('語"', { new: 3 }), order);
      expect(comparePositions(position, parsePosition(JSON.stringify(position)))).toBe(0);
    }
  });
});

describe('the filters of the overview', () => {
  const shop = { ...entryOf('Web Shop', null), host: 'www.example.com', labels: ['Team A'] };

  it.each([
    [{}, true],
    [{ label: 'team a' }, true],
    [{ label: 'team' }, false],
    [{ text: 'SHOP' }, true],
    [{ text: 'example.c' }, true],
    [{ text: 'blog' }, false],
    [{ text: 'shop', label: 'other' }, false],
  ])('%j', (filter, expected) => {
    expect(isEntryMatching(shop, filter)).toBe(expected);
  });

  it('offer each label once, sorted', () => {
    const other = { ...shop, labels: ['team a', 'Blog'] };
    expect(listLabels([shop, other])).toEqual(['Blog', 'team a']);
  });
});

describe('the entry of a site', () => {
  const site = makeSite({ name: 'Garden shop', url: 'https://shop.example:8443/start' });

  it('has the whole name and host of most sites', () => {
    expect(buildSiteFacts(site)).toMatchObject({ name: 'Garden shop', host: 'shop.example:8443' });
  });

  it('cuts long names and hosts at a character, and never labels', () => {
    const labels = Array.from({ length: 5 }, (_, index) => `${'語'.repeat(23)}${index}`);
    const facts = buildSiteFacts({
      ...site,
      name: '語'.repeat(100),
      url: `https://${'a.'.repeat(120)}b/`,
      labels,
    });
    expect(facts.labels).toEqual(labels);
    expect(facts.name).toMatch(/^語+…$/);
    expect(facts.host).toMatch(/^[a.]+…$/);
    expect(Buffer.byteLength([facts.name, facts.host, ...labels].join(''))).toBeLessThanOrEqual(440);
  });
});
