import { hash } from 'node:crypto';
import {
  type ComparedPage,
  Comparison,
  type ComparisonSources,
} from '../../../core/comparison/compare-page.ts';
import { NextState } from '../../../core/comparison/next-state.ts';
import type { ScannedPage } from '../../../core/comparison/page-findings.ts';
import type { SiteState } from '../../../core/comparison/site-state.ts';
import type { FindingIdentity } from '../../../core/findings/identity.ts';
import type { FindingNode, PageEngine, PageFinding, PageResult } from '../../../core/scans/page-result.ts';

export const testedRules = ['image-alt', 'label'];
export const engine: PageEngine = {
  axe: '4.14.1',
  browser: 'Chrome/153.0.7900.0',
  userAgent: 'ua',
  viewport: { width: 1280, height: 1024 },
};

/** An element; its names stand for its digests. */
export interface Element {
  /** The input of its fingerprint. */
  is: string;
  /** The input under version 1, if `is` is of version 2. */
  was?: string;
  at?: string;
  markup?: string;
  kind?: 'violation' | 'review';
  rule?: string;
  /** Selectors of its frames. */
  frame?: string[];
}

export const print = (name: string, version = 1) => `f${version}_${hash('sha256', name, 'hex').slice(0, 24)}`;
export const digest = (name: string) => hash('sha256', name, 'hex').slice(0, 16);

function identityOf({ is, was, at = `at ${is}`, markup = `markup ${is}` }: Element): FindingIdentity {
  return {
    fingerprint: print(is, was === undefined ? 1 : 2),
    formerly: was === undefined ? [] : [print(was)],
    place: digest(at),
    markup: digest(markup),
    component: digest('component'),
    evidence: null,
  };
}

export function nodeOf(element: Element): FindingNode {
  const target = [...(element.frame ?? []), `#${element.is}`];
  return {
    target,
    path: target,
    html: '<i>',
    impact: 'serious',
    fix: { any: [], all: [], none: [] },
    checks: { any: [], all: [], none: [] },
    identity: identityOf(element),
    marks: [],
    picture: null,
  };
}

export interface PageOptions extends Partial<Omit<PageResult, 'rules'>> {
  /** Rules that did not run. */
  notRun?: string[];
  /** Number of elements beyond the listed ones, by rule. */
  beyond?: Record<string, number>;
}

/** Returns the result of a page with these elements. */
export function pageOf(elements: readonly Element[], options: PageOptions = {}): ScannedPage<PageResult> {
  const { notRun = [], beyond = {}, ...overrides } = options;
  const groups = Map.groupBy(elements, ({ rule = 'image-alt', kind = 'violation' }) => `${rule} ${kind}`);
  const findings = [...groups].map(([key, group]): PageFinding => {
    const [ruleId = '', kind] = key.split(' ');
    const nodes = group.map(nodeOf);
    return {
      ruleId,
      kind: kind === 'review' ? 'review' : 'violation',
      impact: 'serious',
      nodes,
      nodeCount: nodes.length + (beyond[ruleId] ?? 0),
    };
  });
  const result: PageResult = {
    schemaVersion: 1,
    scanId: 'scan_2',
    pageId: 'page_a',
    attempt: 1,
    requestedUrl: 'https://shop.example/a',
    finalUrl: 'https://shop.example/a',
    title: 'A',
    httpStatus: 200,
    contentType: 'text/html',
    outcome: 'scanned',
    detail: 'The page was scanned.',
    settled: true,
    startedAt: '2026-11-01T10:00:02.000Z',
    durationMs: 420,
    engine,
    rules: testedRules.map((ruleId) => ({
      ruleId,
      result: notRun.includes(ruleId)
        ? 'not-run'
        : findings.some((finding) => finding.ruleId === ruleId)
          ? 'failed'
          : 'passed',
    })),
    framesNotScanned: [],
    incomplete: false,
    hasNotStarted: false,
    failedScripts: [],
    content: null,
    selectorsUnmatched: [],
    framesNotJudged: 0,
    markups: null,
    findings,
    ...overrides,
  };
  return { result, resultKey: `results/${result.scanId}.json` };
}

export const definitionOf = (ruleId: string) => `definition of ${ruleId}`;

/** Returns the state that a scan of these pages leaves, by page identity; null for a page that was not scanned. */
export function stateOf(
  pages: Record<string, (ScannedPage | null)[]>,
  {
    scanId = 'scan_1',
    carried = null,
    notAttempted = [],
    unreachedStaysNew = false,
  }: {
    scanId?: string;
    carried?: SiteState | null;
    notAttempted?: string[];
    unreachedStaysNew?: boolean;
  } = {},
): SiteState {
  const next = new NextState({
    scanId,
    branch: 'main',
    comparableKey: '0123456789abcdef',
    discoveryKey: null,
    ruleIds: testedRules,
    carried,
    unreachedStaysNew,
    getRuleDefinition: definitionOf,
  });
  for (const [identity, scans] of Object.entries(pages)) {
    next.add({ identity, url: `https://shop.example${identity}` }, scans);
  }
  for (const identity of notAttempted)
    next.addNotAttempted({ identity, url: `https://shop.example${identity}` });
  // As read from the bucket.
  return JSON.parse(JSON.stringify(next.finish())) as SiteState;
}

/** Returns the state that a scan of the page `/a` alone leaves. */
export function stateWith(elements: readonly Element[], options?: PageOptions): SiteState {
  return stateOf({ '/a': [pageOf(elements, options)] });
}

/** Compares a page with a baseline. */
export function compare(
  baseline: SiteState | null,
  scans: (ScannedPage | null)[],
  sources: Partial<ComparisonSources> = {},
  identity = '/a',
): Promise<ComparedPage> {
  const comparison = new Comparison(baseline, {
    getRuleDefinition: definitionOf,
    readMarkups: async () => null,
    ...sources,
  });
  return comparison.comparePage(identity, scans);
}

/** Returns the state by selector of the element, for elements that occur once. */
export function statesOf({ judgements }: ComparedPage): Record<string, string> {
  return Object.fromEntries(
    [...judgements].map(([{ target }, { state }]) => [String(target.at(-1)).slice(1), state]),
  );
}

/** Returns how often each state occurs. */
export function countsOf({ judgements }: ComparedPage): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { state } of judgements.values()) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

export const prints = (gone: ComparedPage['fixed']) => gone.map(({ known }) => known.fingerprint).sort();

/**
 * Returns a generator of the same pseudo-random numbers less than `below` in each run. Source:
 * https://en.wikipedia.org/wiki/Linear_congruential_generator
 */
export function numbers(seed: number): (below: number) => number {
  let last = seed;
  return (below) => {
    last = (Math.imul(last, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((last / 2 ** 32) * below);
  };
}
