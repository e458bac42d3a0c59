import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ContentChange, ContentChanges } from '../../../core/comparison/content-change.ts';
import { ExpectedChanges } from '../../../core/comparison/expected-changes.ts';
import type { SiteState } from '../../../core/comparison/site-state.ts';
import { hashIdentity } from '../../../core/findings/page-identity.ts';
import { estimateSharedWords } from '../../../core/scans/content-digest.ts';
import { digestContent } from '../../../scanner/page/digest-content.ts';

/** Returns as many different words, beginning with that of a number; words are made of letters only. */
const words = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) =>
    [...String(from + at)].map((digit) => String.fromCharCode(97 + Number(digit))).join(''),
  ).map((word) => `w${word}`);
const digest = (text: readonly string[], things = 0, lang = 'en') =>
  digestContent({ text: text.join(' '), things, lang });

type Pages = Record<string, ReturnType<typeof digest>>;
const stateOf = (pages: Pages): SiteState => ({
  version: 1,
  scanId: 'scan_1',
  branch: null,
  comparableKey: '',
  discoveryKey: null,
  runs: [],
  pages: Object.fromEntries(
    Object.entries(pages).map(([path, content]) => [
      path,
      {
        url: `https://shop.example${path}`,
        seen: 'scan_1',
        result: null,
        content,
        framesUnknown: [],
        rules: {},
      },
    ]),
  ),
});

const describeFound = (change: ContentChange | null) =>
  change === null || change.isDeclared ? null : change.sentence;

/** Returns what is said of each page of a scan. */
function describePages(
  before: Pages | null,
  now: Pages,
  expected = new ExpectedChanges({}),
  hasFailed = false,
) {
  const changes = new ContentChanges(before && stateOf(before), expected);
  for (const [path, content] of Object.entries(now))
    changes.observe(path, { url: `https://shop.example${path}`, content, hasFailed });
  return Object.fromEntries(Object.keys(now).map((path) => [path, describeFound(changes.find(path))]));
}
const describeChange = (before: ReturnType<typeof digest>, now: ReturnType<typeof digest>) =>
  describePages({ '/a': before }, { '/a': now })['/a'];

describe('a page is compared as usual', () => {
  it.each([
    ['nothing changed', digest(words(300)), digest(words(300))],
    ['a clock went on', digest([...words(300), '12:00:01']), digest([...words(300), '12:00:09'])],
    ['it was designed anew with most of its words', digest(words(300), 40), digest(words(280, 40), 5)],
    ['a section was deleted, and most of the page was that section', digest(words(400)), digest(words(60))],
    ['it was enlarged', digest(words(30)), digest(words(600))],
    ['half of its teasers are others', digest(words(200)), digest(words(200, 100))],
    ['it had hardly anything', digest(words(10), 2), digest(words(1, 900))],
    ['it had no words', digest([], 3), digest([], 0)],
    ['it lists other headlines', digest(words(60)), digest(words(60, 900))],
    [
      'it lists other headlines without spaces',
      digest(['船は毎朝港を出ます。'.repeat(3)], 9, 'ja'),
      digest(['大人は距離で払う。'.repeat(3)], 9, 'ja'),
    ],
  ])('if %s', (_, before, now) => {
    expect(describeChange(before, now)).toBeNull();
  });

  it('without a baseline, on a new page, and if its change is declared', () => {
    const [before, now] = [digest(words(300)), digest(words(10, 900))];
    expect(describePages(null, { '/a': now })).toEqual({ '/a': null });
    expect(describePages({ '/b': before }, { '/a': now })).toEqual({ '/a': null });
    const expected = new ExpectedChanges({ expectChanged: [{ page: '/a', reason: 'A new page.' }] });
    expect(describePages({ '/a': before }, { '/a': now }, expected)).toEqual({ '/a': null });
  });
});

describe('a page without words', () => {
  it('is not taken for another page', () => {
    expect(describeChange(digest([], 8), digest(words(60)))).toBeNull();
    expect(
      describePages(
        { '/a': digest([], 8), '/b': digest([], 9) },
        { '/a': digest(words(60)), '/b': digest(words(60)) },
      ),
    ).toEqual({ '/a': null, '/b': null });
  });
});

describe('a page changed too much to be compared', () => {
  it.each([
    [
      'it lost more than three quarters and shows other words',
      digest(words(300)),
      digest(words(20, 900)),
      /shows something else: 20 different words instead of 300/,
    ],
    [
      'it lost nearly all of its content',
      digest(words(300)),
      digest(words(4)),
      /lost nearly all of its content/,
    ],
    ['it shows nothing', digest(words(300), 10), digest([]), /lost nearly all/],
    [
      'it has a long text of other words',
      digest(words(300)),
      digest(words(300, 900)),
      /shares 0 % of the words/,
    ],
    [
      'it is in another language',
      digest(words(40)),
      digest(words(40, 900), 0, 'de'),
      /shares 0 % of the words/,
    ],
    [
      'it is in another language without spaces',
      digest(['船は毎朝港を出ます。乗客は橋の下で待ちます。大人は距離で払います。'], 0, 'ja'),
      digest(['每天早上第一班船从磨坊出发，乘客在城堡下面等候。'], 0, 'zh'),
      /shares \d+ % of the words|shows something else/,
    ],
  ])('if %s', (_, before, now, sentence) => {
    expect(describeChange(before, now)).toMatch(sentence);
  });

  it('if it shows the same as another page that it differed from', () => {
    const [home, fares, ports] = [digest(words(90)), digest(words(90, 60)), digest(words(90, 140))];
    const before = { '/': home, '/fares': fares, '/ports': ports };
    const now = describePages(before, { '/': home, '/fares': home, '/ports': ports });
    expect(now).toEqual({
      '/': null,
      '/fares': expect.stringContaining(
        'shows the same as https://shop.example/, from which it differed before',
      ),
      '/ports': null,
    });
    const same = { '/': home, '/fares': home };
    expect(describePages(same, { '/': fares, '/fares': fares }), 'they were the same').toEqual({
      '/': null,
      '/fares': null,
    });
  });

  it('if it lost more than half of its content, and a script failed', () => {
    const [before, now] = [{ '/a': digest(words(200)) }, { '/a': digest(words(90)) }];
    expect(describePages(before, now)).toEqual({ '/a': null });
    expect(describePages(before, now, undefined, true)['/a']).toMatch(/lost most of its content/);
  });

  it('if the baseline has it by the digest of its identity only', () => {
    const before = { [hashIdentity('/a?token=1')]: digest(words(300)) };
    const now = describePages(before, { '/a?token=1': digest(words(4)) });
    expect(now['/a?token=1']).toMatch(/lost nearly all/);
  });
});

it('two addresses of one page that shows rotating quotes are compared as usual', () => {
  const quote = (at: number) => digest([...words(200), ...words(9, 500 + 20 * at)]);
  const before = { '/': quote(1), '/index': quote(2) };
  expect(describePages(before, { '/': quote(3), '/index': quote(3) })).toEqual({ '/': null, '/index': null });
});

describe('the share of words that two pages have in common', () => {
  it('is that of all their words, within the error of a sample of 128', () => {
    const size = fc.integer({ min: 1, max: 900 });
    fc.assert(
      fc.property(size, size, fc.integer({ min: 0, max: 900 }), (count, others, from) => {
        const [one, other] = [words(count), words(others, from)];
        const shared = one.filter((word) => other.includes(word)).length / one.length;
        const estimated = estimateSharedWords(digest(one), digest(other)) ?? -1;
        // Few of the words of a small page are in the range that the sample of a large one covers.
        const tolerance =
          Math.max(others, count) <= 128 ? 0 : 4 / Math.sqrt(Math.max(1, 128 * Math.min(1, count / others)));
        expect(Math.abs(estimated - shared)).toBeLessThanOrEqual(tolerance);
      }),
      { numRuns: 60, seed: 4 },
    );
  });

  it('is unknown without words', () => {
    expect(estimateSharedWords(digest(['12', '—']), digest(['one']))).toBeNull();
  });
});
