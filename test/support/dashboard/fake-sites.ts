import { exampleReport } from '../../../core/api/example-report.ts';
import {
  exampleConditions,
  exampleQueuedScan,
  exampleScan,
  exampleSchedule,
  exampleSite,
  exampleSiteEntry,
  exampleSuppression,
  exampleTrendPoint,
} from '../../../core/api/examples.ts';
import { parseGroups, serializeGroups, toGroupView } from '../../../core/reports/scan-groups.ts';
import { parsePages, serializePages } from '../../../core/reports/scan-pages.ts';
import { listRuleSets } from '../../../core/rule-sets/rule-sets.ts';
import { countGates } from '../../../core/trend/gate-counts.ts';
import type {
  Decision,
  Overview,
  OverviewSite,
  PageOf,
  RuleSets,
  Scan,
  ScanPage,
  Schedule,
  Site,
  SiteGroups,
  Suppression,
  Trend,
  TrendPoint,
} from '../../../dashboard/api/types.ts';
import type { FakeAnswer } from './fake-answer.ts';
import { ok, problem } from './fake-answer.ts';
import { at, HOSTILE, id } from './fake-data.ts';
import { answerDecisions, createDecisions } from './fake-decisions.ts';

/** What the fake service answers about sites. */

export const siteId = id('site', '1');

/** The sites of the fake service, and what belongs to the first one. */
export interface FakeSites {
  sites: Site[];
  scans: Scan[];
  groups: SiteGroups['items'];
  pages: ScanPage[];
  suppressions: Suppression[];
  schedule: Schedule | null;
  decisions: Decision[];
  overview: OverviewSite[];
}

export function createFakeSites(): FakeSites {
  return {
    sites: createSites(),
    scans: createScans(),
    groups: createGroups(),
    pages: createPages(),
    suppressions: createSuppressions(),
    schedule: createSchedule(),
    decisions: createDecisions(),
    overview: createOverview(),
  };
}

function createSites(): Site[] {
  const site = { ...exampleSite, createdAt: at(-90), updatedAt: at(-2) };
  return [
    { ...site, id: siteId, name: 'Shop', url: 'https://shop.example/' },
    { ...site, id: id('site', '2'), name: HOSTILE, url: 'https://hostile.example/' },
  ];
}

function createScans(): Scan[] {
  const summary = {
    gate: 'failed',
    violations: 14,
    needsReview: 6,
    suppressed: 2,
    new: 3,
    fixed: 1,
    issueGroups: 5,
    issueGroupsByImpact: { critical: 2, serious: 1, moderate: 0, minor: 0 },
    pages: { attempted: 6, scanned: 6, notJudged: 0 },
    hasBaseline: true,
    rulesNotRun: [],
  } satisfies Scan['summary'];
  const ended = { status: 'completed', report: 'ready', summary } as const satisfies Partial<Scan>;
  const states: Partial<Scan>[] = [
    { status: 'running', progress: { pagesDone: 12, pagesKnown: 40 }, startedAt: at(-0.002) },
    { status: 'queued', progress: { pagesDone: 0, pagesKnown: 0 }, startedAt: null },
    ended,
    { ...ended, summary: { ...summary, gate: 'passed', new: 0 } },
    { ...ended, summary: { ...summary, gate: 'inconclusive' } },
    { ...ended, summary: { ...summary, gate: null } },
    { status: 'failed', report: 'none' },
    { status: 'cancelled', report: 'ready' },
  ];
  return states.map((state, index) => ({
    ...exampleScan,
    siteId,
    id: id('scan', String(index + 1)),
    createdAt: at(-index),
    ...state,
    config: {
      ...exampleScan.config,
      ...(index === 3 ? { metadata: { branch: HOSTILE } } : {}),
    },
  }));
}

function createGroups(): SiteGroups['items'] {
  const [group] = parseGroups(serializeGroups(exampleReport.issueGroups)).map(toGroupView);
  if (group === undefined) throw new Error('The example report has no issue group.');
  return [
    group,
    { ...group, id: 'grp_2', kind: 'review', impact: 'minor', help: HOSTILE, suppressed: group.elements },
    {
      ...group,
      id: 'grp_3',
      impact: 'moderate',
      elements: 40,
      suppressed: 3,
      pageCount: 12,
      element: { ...group.element, selector: `a[href="${'/long'.repeat(30)}"]` },
      byState: { ...group.byState, new: 0 },
      firstSeen: { scanId: id('scan', '3'), commit: null, at: at(-40) },
    },
  ];
}

function createPages(): ScanPage[] {
  const [page] = parsePages(serializePages(exampleReport.pages, new Map()));
  if (page === undefined) throw new Error('The example report has no page.');
  const timeout = { outcome: 'timeout', detail: 'The page did not respond in 30 s.' } as const;
  return [
    page,
    { ...page, id: 'p1', title: HOSTILE, outcome: 'partially-scanned', detail: 'A frame was not tested.' },
    { ...page, id: 'p2', title: null, violations: null, needsReview: null, new: null, ...timeout },
  ];
}

/** Twelve scans: the settings change before the fifth newest, and the engine before the third newest. */
function createTrend(): TrendPoint[] {
  const engines = [{ axe: '4.13.0', browser: 'Chrome/152.0.7800.0' }];
  return Array.from({ length: 12 }, (_, index) => ({
    ...exampleTrendPoint,
    scanId: id('scan', String(index + 3)),
    createdAt: at(-index),
    branch: index === 3 ? HOSTILE : 'main',
    comparableKey: index < 5 ? exampleTrendPoint.comparableKey : '7d793037a0760186',
    issueGroups: 4 + ((index * 5) % 9),
    ...(index < 3 ? {} : { engines }),
    ...(index < 4 ? { gate: 'inconclusive', inconclusiveReasons: ['page-incomplete'] } : {}),
    ...(index === 11 ? { new: null, fixed: null } : {}),
  }));
}

function answerTrend(items: TrendPoint[]): Trend {
  return { items, nextCursor: null, keys: [exampleConditions], gateCounts: countGates(items) };
}

function createSuppressions(): Suppression[] {
  const base = { ...exampleSuppression, createdAt: at(-20), updatedAt: at(-20) };
  return [
    { ...base, id: id('supp', '1'), expiresAt: at(60) },
    { ...base, id: id('supp', '2'), match: { page: '/legacy/**' }, reason: HOSTILE, expiresAt: null },
    { ...base, id: id('supp', '3'), match: { rule: 'region' }, reason: 'Expired one', expiresAt: at(-3) },
  ];
}

function createSchedule(): Schedule {
  const [run] = exampleSchedule.runs;
  const skipped = { scanId: null, skipped: 'refused', detail: HOSTILE } as const;
  return {
    ...exampleSchedule,
    nextRuns: [at(1), at(8), at(15)],
    runs:
      run === undefined
        ? []
        : [
            { ...run, planned: at(-6) },
            { ...run, planned: at(-13), ...skipped },
          ],
  };
}

function createOverview(): OverviewSite[] {
  const { last, result, ...site } = { ...exampleSiteEntry, createdAt: at(-90) };
  const byImpact = { critical: 2, serious: 1, moderate: 0, minor: 0 };
  const full = { ...result, new: 3, issueGroups: 3, issueGroupsByImpact: byImpact } as OverviewSite['result'];
  const failed = { ...last, status: 'failed', failure: 'no-page-scanned' } as OverviewSite['last'];
  return [
    { ...site, siteId, name: 'Shop', host: 'shop.example', last, result: full },
    {
      ...site,
      siteId: id('site', '2'),
      name: HOSTILE,
      host: 'hostile.example',
      labels: ['blog'],
      last: failed,
      result: full && { ...full, gate: 'inconclusive', new: null, pagesNotJudged: 4 },
    },
    {
      ...site,
      siteId: id('site', '3'),
      name: 'New site',
      host: 'new.example',
      labels: [],
      last: null,
      result: null,
    },
  ];
}

/** Answers the calls about all sites; undefined for others. @param isEmpty whether the account has no site yet */
export function answerAllSites(
  state: FakeSites,
  call: string,
  query: URLSearchParams,
  body: Record<string, unknown>,
  isEmpty: boolean,
): FakeAnswer | undefined {
  switch (call) {
    case 'GET /overview': {
      const [label, text] = [query.get('label'), query.get('text')?.toLowerCase() ?? ''];
      const items = (isEmpty ? [] : state.overview).filter(
        ({ name, labels }) => (label === null || labels.includes(label)) && name.toLowerCase().includes(text),
      );
      const labels = isEmpty ? [] : [...new Set(state.overview.flatMap((each) => each.labels))];
      return ok<Overview>({ items, nextCursor: null, total: items.length, labels });
    }
    case 'GET /scans': {
      const status = query.get('status');
      const items = state.scans.filter((scan) => status === null || scan.status === status);
      return ok<PageOf<Scan>>({ items: isEmpty ? [] : items, nextCursor: null });
    }
    case 'POST /sites': {
      if (String(body.name).trim() === '') return refuse('name', 'must not be empty');
      const site = { ...exampleSite, ...body, id: siteId } as Site;
      state.sites = [site, ...state.sites.slice(1)];
      return ok<Site>(site, 201);
    }
  }
  return undefined;
}

/** Answers the calls of one site; undefined for others. @param isEmpty whether the site has nothing yet */
export function answerSites(
  state: FakeSites,
  method: string,
  path: string,
  query: URLSearchParams,
  body: Record<string, unknown>,
  isEmpty: boolean,
): FakeAnswer | undefined {
  if (`${method} ${path}` === 'GET /rule-sets') return ok<RuleSets>(listRuleSets());
  const [, ofSite, list, itemId] = /^\/sites\/(\w+)(?:\/([\w-]+))?(?:\/(\w+))?$/.exec(path) ?? [];
  if (ofSite === undefined) return undefined;
  const site = state.sites.find(({ id: each }) => each === ofSite);
  if (site === undefined) return problem(404, 'site-not-found', 'The site does not exist.');
  const page = <Item>(items: Item[]) => ok<PageOf<Item>>({ items: isEmpty ? [] : items, nextCursor: null });
  if (list === 'decisions') return answerDecisions(state.decisions, method, query, body, itemId, isEmpty);
  switch (`${method} ${list ?? ''}`) {
    case 'GET ':
      return ok<Site>(isEmpty ? { ...site, name: 'New site', credentials: null } : site);
    case 'PATCH ': {
      if (String(body.name ?? site.name).trim() === '') return refuse('name', 'must not be empty');
      const { credentials = site.credentials, ...members } = body as Partial<Site>;
      const view = { origin: 'https://shop.example', headers: 1, cookies: 1, basic: true, setAt: at(0) };
      Object.assign(site, members, { credentials: credentials && view });
      return ok<Site>(site);
    }
    case 'DELETE ':
      state.sites = state.sites.filter((each) => each !== site);
      return { status: 204 };
    case 'POST scans': {
      const { config } = body as { config: Scan['config'] };
      if (config.rules.length === 0) return refuse('config.rules', 'must name at least one rule set');
      return ok<Scan>({ ...exampleQueuedScan, id: id('scan', '1'), siteId: ofSite }, 202);
    }
    case 'GET scans': {
      const status = query.get('status');
      return page(state.scans.filter((scan) => status === null || scan.status === status));
    }
    case 'GET groups': {
      const isMatch = (name: string, value: string) => [null, value].includes(query.get(name));
      const items = state.groups.filter(
        ({ kind, impact, suppressed, elements }) =>
          !isEmpty &&
          isMatch('kind', kind) &&
          isMatch('impact', impact) &&
          isMatch('suppressed', String(suppressed === elements)),
      );
      const { id: scanId, createdAt } = state.scans[2] ?? exampleScan;
      const scan = isEmpty ? null : { id: scanId, createdAt, branch: 'feature/menu', commit: '9f1c2ab' };
      return ok<SiteGroups>({ items, nextCursor: null, total: items.length, scan });
    }
    case 'GET trend':
      return ok<Trend>(answerTrend(isEmpty ? [] : createTrend()));
    case 'GET schedule':
      return isEmpty || state.schedule === null
        ? problem(404, 'schedule-not-found', 'The site has no schedule.')
        : ok<Schedule>(state.schedule);
    case 'PUT schedule': {
      const schedule = body as Schedule['schedule'];
      if (!/^\d\d:\d\d$/.test(schedule.at)) return refuse('at', 'must be a time of day such as 06:00');
      if (schedule.every === 'month' && schedule.on.includes(32))
        return refuse('on[1]', 'must be at most 31');
      state.schedule = { ...exampleSchedule, schedule, runs: state.schedule?.runs ?? [] };
      return ok<Schedule>(state.schedule);
    }
    case 'DELETE schedule':
      state.schedule = null;
      return { status: 204 };
    case 'GET suppressions':
      return page(state.suppressions);
    case 'POST suppressions': {
      const { match = {}, reason, expiresAt } = body as Partial<Suppression>;
      if (Object.keys(match).length === 0) {
        return refuse('match', 'must give at least one of fingerprint, rule, selector, page');
      }
      if (String(reason).trim() === '') return refuse('reason', 'must not be empty');
      const created = { ...exampleSuppression, match, reason: reason ?? '', expiresAt: expiresAt ?? null };
      state.suppressions.push({ ...created, id: id('supp', 'n') });
      return ok<Suppression>({ ...created, id: id('supp', 'n') }, 201);
    }
    case 'PATCH suppressions': {
      const changed = state.suppressions.find((each) => each.id === itemId);
      if (changed === undefined) return problem(404, 'suppression-not-found', 'It does not exist.');
      Object.assign(changed, body);
      return ok<Suppression>(changed);
    }
    case 'DELETE suppressions':
      state.suppressions = state.suppressions.filter((each) => each.id !== itemId);
      return { status: 204 };
  }
  return undefined;
}

function refuse(path: string, message: string): FakeAnswer {
  return problem(422, 'invalid-request', `${path} ${message}.`, [{ path, message }]);
}
