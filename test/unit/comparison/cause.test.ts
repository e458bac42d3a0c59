import { describe, expect, it } from 'vitest';
import { PageCauses } from '../../../core/comparison/cause.ts';
import type { SiteState } from '../../../core/comparison/site-state.ts';
import { packDigests } from '../../../core/findings/packed-digests.ts';
import type { Engine } from '../../../core/scans/engine.ts';
import {
  compare,
  definitionOf,
  digest,
  type Element,
  engine,
  type PageOptions,
  pageOf,
  stateOf,
  stateWith,
} from './fixtures.ts';

const newer = { ...engine, axe: '4.15.0' };
const found: Element = { is: 'map', markup: 'the map' };
/** The markups of a page that had the element, and of a page that did not have it. */
const had = packDigests([digest('the map'), digest('something else')]);
const hadNot = packDigests([digest('something else')]);

async function causeOf(
  baseline: SiteState,
  {
    markups = had,
    definition = definitionOf,
    ...options
  }: PageOptions & {
    definition?: (ruleId: string) => string;
  } = {},
) {
  const asked: string[] = [];
  const { judgements } = await compare(baseline, [pageOf([found], options)], {
    getRuleDefinition: definition,
    readMarkups: async (key) => {
      asked.push(key);
      return markups;
    },
  });
  return { cause: [...judgements.values()][0]?.cause, asked };
}

describe('the cause of a new finding', () => {
  it('is the page if rule, axe and browser are the same, and no markup needs to be read', async () => {
    expect(await causeOf(stateWith([]))).toEqual({ cause: 'page', asked: [] });
  });

  it('is the engine if axe changed and the page had the same element', async () => {
    expect(await causeOf(stateWith([]), { engine: newer })).toEqual({
      cause: 'engine',
      asked: ['results/scan_2.json'],
    });
  });

  it('is the engine if the browser or the definition of the rule changed, too', async () => {
    const browser = { ...engine, browser: 'Chrome/154.0.0.0' };
    expect((await causeOf(stateWith([]), { engine: browser })).cause).toBe('engine');
    const definition = (ruleId: string) => (ruleId === 'image-alt' ? 'another' : definitionOf(ruleId));
    expect((await causeOf(stateWith([]), { definition })).cause).toBe('engine');
  });

  it('is the page if only the definition of another rule changed', async () => {
    const definition = (ruleId: string) => (ruleId === 'label' ? 'another' : definitionOf(ruleId));
    expect((await causeOf(stateWith([]), { definition })).cause).toBe('page');
  });

  it('is unknown if the engine changed and the page did not have the element', async () => {
    expect((await causeOf(stateWith([]), { engine: newer, markups: hadNot })).cause).toBe('unknown');
  });

  it('is unknown if the engine changed and the markup of the page is not stored', async () => {
    expect((await causeOf(stateWith([]), { engine: newer, markups: null })).cause).toBe('unknown');
  });

  it('is unknown if the previous engine also reported such an element', async () => {
    const baseline = stateWith([{ is: 'another map', markup: 'the map', at: 'elsewhere' }]);
    const { judgements } = await compare(
      baseline,
      [pageOf([found, { is: 'another map', markup: 'the map', at: 'elsewhere' }], { engine: newer })],
      { readMarkups: async () => had },
    );
    expect([...judgements.values()].map(({ state, cause }) => [state, cause])).toEqual(
      expect.arrayContaining([
        ['new', 'unknown'],
        ['unchanged', null],
      ]),
    );
  });

  it('is unknown if the markup is of a later scan, in which the rule did not complete', async () => {
    const first = stateWith([]);
    const second = stateOf(
      { '/a': [pageOf([], { notRun: ['image-alt'] })] },
      { scanId: 'scan_3', carried: first },
    );
    expect(await causeOf(second, { engine: newer })).toEqual({ cause: 'unknown', asked: [] });
  });

  it('is unknown if several results of the page have the same identity', async () => {
    const twice = stateOf({ '/a': [pageOf([]), pageOf([])] });
    expect((await causeOf(twice, { engine: newer })).cause).toBe('unknown');
  });

  it('is unknown if several versions ran the rule on the page', async () => {
    const mixed = stateOf({ '/a': [pageOf([]), pageOf([], { engine: newer })] });
    expect((await causeOf(mixed)).cause).toBe('unknown');
    expect((await causeOf(mixed, { engine: newer })).cause).toBe('unknown');
  });

  it('is the page for a page that the baseline does not have, if it ran the rule with the same engine', async () => {
    const elsewhere = stateOf({ '/b': [pageOf([])] });
    expect((await causeOf(elsewhere)).cause).toBe('page');
    expect((await causeOf(elsewhere, { engine: newer })).cause).toBe('unknown');
  });

  it('is unknown for a page that the baseline does not have, if it never ran the rule', async () => {
    expect((await causeOf(stateOf({ '/b': [null] }))).cause).toBe('unknown');
  });

  it('is determined for regressed findings in the same way', async () => {
    const first = stateWith([found]);
    const second = stateOf({ '/a': [pageOf([])] }, { scanId: 'scan_2', carried: first });
    expect((await causeOf(second)).cause).toBe('page');
    expect((await causeOf(second, { engine: newer })).cause).toBe('engine');
  });

  it('is null for a finding that is neither new nor regressed', async () => {
    expect((await causeOf(stateWith([found]), { engine: newer })).cause).toBeNull();
    expect((await causeOf(stateWith([{ ...found, kind: 'review' }]), { engine: newer })).cause).toBeNull();
    expect((await causeOf(stateOf({ '/a': [null] }), { engine: newer })).cause).toBeNull();
  });

  it('reads the markup of a page once for all findings', async () => {
    let reads = 0;
    const page = pageOf([found, { is: 'logo' }, { is: 'q', rule: 'label' }], { engine: newer });
    await compare(stateWith([]), [page], {
      readMarkups: async () => {
        reads += 1;
        return had;
      },
    });
    expect(reads).toBe(1);
  });
});

const neverJudged = { state: 'unknown', cause: null, notJudgedBefore: true };

describe('a finding of a rule that was added by another axe version', () => {
  const judged = async (page: PageOptions, markups: string | null = had, baseline = stateWith([])) => {
    const now = pageOf([{ ...found, rule: 'target-size' }], page);
    const { judgements } = await compare(baseline, [now], { readMarkups: async () => markups });
    return [...judgements.values()];
  };

  it('is caused by the engine if the page had the same element', async () => {
    expect(await judged({ engine: newer })).toEqual([{ state: 'new', cause: 'engine' }]);
  });

  it('is unknown if the page had no such element, or its markup is unknown', async () => {
    expect(await judged({ engine: newer }, hadNot)).toEqual([neverJudged]);
    expect(await judged({ engine: newer }, null)).toEqual([neverJudged]);
    expect(await judged({ engine: newer }, had, stateOf({ '/a': [null] }))).toEqual([neverJudged]);
  });

  it('is unknown with the same axe version, which had the rule but did not run it', async () => {
    expect(await judged({ engine: { ...engine, browser: 'Chrome/154.0.0.0' } })).toEqual([neverJudged]);
  });

  it('is unknown if the rule ran on another page, so that the rule is not new', async () => {
    const partly = stateOf({ '/a': [pageOf([], { notRun: ['label'] })], '/b': [pageOf([])] });
    const now = pageOf([{ ...found, rule: 'label' }], { engine: newer });
    const { judgements } = await compare(partly, [now], { readMarkups: async () => had });
    expect([...judgements.values()]).toEqual([neverJudged]);
  });
});

describe('a finding of a check of the service itself', () => {
  const withChecks = { ...engine, checks: '0a1b2c3d' };

  /** Judges a finding of a check that the baseline did not run. */
  const judgeAdded = async (before: Engine, now: Engine, markups: string | null = had) => {
    const baseline = stateOf({ '/a': [pageOf([], { engine: { ...engine, ...before } })] });
    const page = pageOf([{ ...found, rule: 'a11y-trial' }], { engine: { ...engine, ...now } });
    const { judgements } = await compare(baseline, [page], { readMarkups: async () => markups });
    return [...judgements.values()];
  };

  it('is caused by the engine if the baseline had no checks, and the page had the same element', async () => {
    expect(await judgeAdded(engine, withChecks)).toEqual([{ state: 'new', cause: 'engine' }]);
    expect(await judgeAdded(engine, withChecks, hadNot)).toEqual([neverJudged]);
  });

  it('is caused by the engine if the baseline had other checks', async () => {
    const others = { ...withChecks, checks: '99999999' };
    expect(await judgeAdded(others, withChecks)).toEqual([{ state: 'new', cause: 'engine' }]);
    expect(await judgeAdded(withChecks, withChecks)).toEqual([neverJudged]);
  });

  it('is not explained by another version of axe-core', async () => {
    expect(await judgeAdded(withChecks, { ...withChecks, axe: '4.15.0' })).toEqual([neverJudged]);
  });

  /** Returns the cause of a finding of a check that the baseline ran. */
  const causeOfKnown = (then: { definition: string; engine: Engine }, now: typeof then) => {
    const page = {
      url: '',
      seen: 'scan_1',
      result: { scanId: 'scan_1', key: 'k' },
      framesUnknown: [],
      rules: {},
    };
    const causes = new PageCauses([{ scanId: 'scan_1', ...then.engine }], page, async () => had);
    const known = { run: 0, definition: then.definition, findings: [], fixed: [], unlisted: 0 };
    return causes.findCause(known, { source: 'a11y-scan', ...now }, digest('the map'));
  };

  it('is caused by the page if the version of its own check is the same', async () => {
    const then = { definition: 'a11y-trial 1', engine: withChecks };
    const others = { ...withChecks, checks: '99999999', axe: '4.15.0' };
    expect(await causeOfKnown(then, { ...then, engine: others })).toBe('page');
  });

  it('is caused by the engine if the version of its check changed', async () => {
    const then = { definition: 'a11y-trial 1', engine: withChecks };
    expect(await causeOfKnown(then, { ...then, definition: 'a11y-trial 2' })).toBe('engine');
  });
});
