import { describe, expect, it } from 'vitest';
import { collectKnownFindings, selectAvailable } from '../../../core/comparison/known-findings.ts';
import type { SiteState } from '../../../core/comparison/site-state.ts';
import { isKnownFingerprint } from '../../../core/findings/known-fingerprints.ts';
import { hashMasking } from '../../../core/findings/masking.ts';
import type { EarlierPictures } from '../../../core/reports/finding-pictures.ts';
import { FindingsInMemory } from '../../../core/reports/finding-store.ts';
import { ReportBuilder } from '../../../core/reports/report-builder.ts';
import type { ReportSubject } from '../../../core/reports/report-subject.ts';
import type { FindingNode } from '../../../core/scans/page-result.ts';
import { aboutSite, finding, identity, node, page, result, scan } from './fixtures.ts';

const scanIds = ['1', '2', '3', '4'].map((number) => `scan_01arz3ndektsv4rrffq69g5fa${number}`);
const RETENTION_DAYS = 100;
const picture = (letter: string) => ({
  id: `pic_${letter.repeat(64)}`,
  width: 320,
  height: 200,
  element: { x: 80, y: 80, width: 20, height: 20 },
});
const at = (words: string, overrides: Partial<FindingNode> = {}) =>
  node(`#${words}`, { identity: identity(words), ...overrides });
/** Returns the time that is a number of days after the first scan. */
const day = (days: number) => new Date(Date.UTC(2026, 0, 1 + days)).toISOString();

interface Scan {
  /** Null for a page that could not be reached. */
  nodes: FindingNode[] | null;
  endedAt?: string;
  kind?: 'violation' | 'review';
  mode?: 'new' | 'none';
  redactSelectors?: string[];
  /** Ids of pictures that no longer exist. */
  gone?: string[];
  /** Ids of scans that are deleted after this one. */
  deleted?: string[];
}

/** Runs scans of one page, each compared with the previous one. */
async function scans(...all: Scan[]) {
  let state: SiteState | null = null;
  const taken: string[][] = [];
  const shown: Record<string, unknown>[] = [];
  let known = collectKnownFindings({ pages: {} } as SiteState, {
    masking: '',
    endedAt: day(0),
    retentionDays: 1,
  });
  for (const [
    index,
    {
      nodes,
      endedAt = day(index),
      kind = 'violation',
      mode = 'new',
      redactSelectors = [],
      gone = [],
      deleted = [],
    },
  ] of all.entries()) {
    const copied: string[] = [];
    const copyPicture: EarlierPictures['copyPicture'] = async ({ scanId, id }) => {
      if (gone.includes(id)) return false;
      copied.push(`${scanIds.indexOf(scanId) + 1} ${id.slice(4, 5)}`);
      return true;
    };
    const settings = {
      ...aboutSite.settings,
      page: { ...aboutSite.settings.page, screenshots: mode, redactSelectors },
    };
    const subject: ReportSubject = {
      ...aboutSite,
      scan: scan({ scanId: scanIds[index] ?? '', finishedAt: endedAt }),
      settings,
      comparison: {
        ...aboutSite.comparison,
        ...(state === null
          ? {}
          : {
              baseline: {
                scanId: scanIds[index - 1] ?? '',
                branch: null,
                createdAt: day(0),
                chosenBy: 'site',
              },
              whyNone: null,
            }),
        state,
        carried: state,
        earlierPictures: { retentionDays: RETENTION_DAYS, copyPicture },
      },
    };
    const store = new FindingsInMemory();
    const builder = new ReportBuilder(subject, store);
    const frontier = page('a', nodes === null ? { outcome: 'timeout' } : {});
    const found =
      nodes === null
        ? undefined
        : { result: result('a', [finding('label', nodes, { kind })]), resultKey: 'a' };
    for (const group of builder.listPageGroups([frontier])) await builder.add(group, () => found);
    state = JSON.parse(JSON.stringify(builder.state())) as SiteState;
    known = await selectAvailable(builder.known(state), async (scanId) => !deleted.includes(scanId));
    taken.push(copied);
    shown.push(
      Object.fromEntries(store.of(kind, 'label').map((each) => [String(each.target), each.picture])),
    );
  }
  const isPictureNeeded = (words: string) => !isKnownFingerprint(known.pages['/a'] ?? '', identity(words));
  return { taken, known, isPictureNeeded, last: shown.at(-1) ?? {} };
}

const logo = () => at('logo');
const pictured = () => at('logo', { picture: picture('a') });
const takenBy = { scanId: scanIds[0], at: day(0) };

describe('the picture of an unchanged finding', () => {
  it('is copied from scan to scan, and names the scan that took it', async () => {
    const { taken, last, isPictureNeeded } = await scans(
      { nodes: [pictured()] },
      { nodes: [logo()] },
      { nodes: [logo()] },
    );
    expect(taken).toEqual([[], ['1 a'], ['2 a']]);
    expect(last).toEqual({ '#logo': { ...picture('a'), takenBy } });
    expect(isPictureNeeded('logo')).toBe(false);
  });

  it('is kept across a scan that did not reach the page', async () => {
    const { taken, last } = await scans({ nodes: [pictured()] }, { nodes: null }, { nodes: [logo()] });
    expect(taken.at(-1)).toEqual(['1 a']);
    expect(last).toEqual({ '#logo': { ...picture('a'), takenBy } });
  });

  it('is replaced by a picture that the scan took itself', async () => {
    const { taken, last } = await scans(
      { nodes: [pictured()] },
      { nodes: [at('logo', { picture: picture('b') })] },
    );
    expect(taken).toEqual([[], []]);
    expect(last).toEqual({ '#logo': picture('b') });
  });

  it('is not that of another finding, nor of one that was edited at its location', async () => {
    const edited = at('sign', { identity: { ...identity('sign'), place: identity('logo').place } });
    const { taken, last } = await scans({ nodes: [pictured()] }, { nodes: [edited, at('map')] });
    expect(taken).toEqual([[], []]);
    expect(last).toEqual({ '#sign': null, '#map': null });
  });

  it('is shown for a needs-review finding that was a violation', async () => {
    const { last } = await scans({ nodes: [pictured()] }, { nodes: [logo()], kind: 'review' });
    expect(last).toEqual({ '#logo': { ...picture('a'), takenBy } });
  });
});

describe('a new picture', () => {
  it('is taken of a finding whose picture has passed half of its retention, while the earlier one is shown', async () => {
    const young = await scans({ nodes: [pictured()] }, { nodes: [logo()], endedAt: day(50) });
    expect(young.isPictureNeeded('logo')).toBe(false);
    const old = await scans({ nodes: [pictured()] }, { nodes: [logo()], endedAt: day(51) });
    expect(old.isPictureNeeded('logo')).toBe(true);
    expect(old.last).toEqual({ '#logo': { ...picture('a'), takenBy } });
  });

  it('replaces one past its retention, which is not shown', async () => {
    const { last, taken } = await scans({ nodes: [pictured()] }, { nodes: [logo()], endedAt: day(101) });
    expect(last).toEqual({ '#logo': null });
    expect(taken).toEqual([[], []]);
  });

  it('is taken of all findings if the baseline is so old that its pictures may be past their retention', async () => {
    const { known } = await scans({ nodes: [pictured()] });
    expect(known.until).toBe(day(50));
  });

  it('replaces one that no longer exists', async () => {
    const { last, isPictureNeeded } = await scans(
      { nodes: [pictured()] },
      { nodes: [logo()], gone: [picture('a').id] },
    );
    expect(last).toEqual({ '#logo': null });
    expect(isPictureNeeded('logo')).toBe(true);
  });

  it('is not attempted again for a finding without a possible picture', async () => {
    const { isPictureNeeded } = await scans({ nodes: [logo()] }, { nodes: [logo()] });
    expect(isPictureNeeded('logo')).toBe(false);
  });

  it('is taken after a scan that took none', async () => {
    const { isPictureNeeded } = await scans({ nodes: [logo()], mode: 'none' });
    expect(isPictureNeeded('logo')).toBe(true);
  });

  it('is not needed after a scan that showed none of the existing pictures', async () => {
    const first = { nodes: [pictured(), at('hidden')] };
    const { last, isPictureNeeded } = await scans(first, { nodes: [logo(), at('hidden')], mode: 'none' });
    expect(last).toEqual({ '#logo': null, '#hidden': null });
    expect([isPictureNeeded('logo'), isPictureNeeded('hidden')]).toEqual([false, false]);
  });
});

describe('after the deletion of the scan that took a picture', () => {
  const [deleted = ''] = scanIds;

  it('later scans show it, because they have copies', async () => {
    const copies = [{ nodes: [pictured()] }, { nodes: [logo()], deleted: [deleted] }];
    expect((await scans(...copies)).isPictureNeeded('logo')).toBe(false);
    const { taken, last } = await scans(...copies, { nodes: [logo()] });
    expect(taken.at(-1)).toEqual(['2 a']);
    expect(last).toEqual({ '#logo': { ...picture('a'), takenBy } });
  });

  it('a new one is taken if no later scan has copied it', async () => {
    for (const between of [{ nodes: [logo(), at('hidden')], mode: 'none' as const }, { nodes: null }]) {
      const first = { nodes: [pictured(), at('hidden')] };
      const kept = await scans(first, between);
      expect([kept.isPictureNeeded('logo'), kept.isPictureNeeded('hidden')]).toEqual([false, false]);
      const gone = await scans(first, { ...between, deleted: [deleted] });
      expect([gone.isPictureNeeded('logo'), gone.isPictureNeeded('hidden')]).toEqual([true, false]);
    }
  });
});

describe('a picture with other masks', () => {
  it('is not shown, and not reported as known', async () => {
    const { last, taken, known } = await scans(
      { nodes: [pictured()] },
      { nodes: [logo()], redactSelectors: ['.name'] },
    );
    expect(last).toEqual({ '#logo': null });
    expect(taken).toEqual([[], []]);
    expect(known.masking).toBe(hashMasking({ redactSelectors: ['.name'] }));
  });

  it('is not shown either after a scan that did not reach the page in between', async () => {
    const { last } = await scans(
      { nodes: [pictured()] },
      { nodes: null, redactSelectors: ['.name'] },
      { nodes: [logo()], redactSelectors: ['.name'] },
    );
    expect(last).toEqual({ '#logo': null });
  });

  it('is one with other selectors, in any order', () => {
    expect(hashMasking({ redactSelectors: ['a', 'b', 'a'] })).toBe(
      hashMasking({ redactSelectors: ['b', 'a'] }),
    );
    expect(hashMasking({ redactSelectors: ['a'] })).not.toBe(hashMasking({ redactSelectors: [] }));
  });
});
