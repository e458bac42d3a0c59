import { exampleNode, exampleReport } from '../../../core/api/example-report.ts';
import { EXAMPLE_PICTURE_ID } from '../../../core/api/examples.ts';
import { exampleFinding } from '../../../core/api/finding-endpoints.ts';
import type { DecisionFilter } from '../../../core/decisions/decision.ts';
import { countPageEnds, filterPages } from '../../../core/reports/page-list.ts';
import type { IssueGroup } from '../../../core/reports/report.ts';
import {
  filterGroups,
  parseGroups,
  serializeGroups,
  toGroupView,
} from '../../../core/reports/scan-groups.ts';
import { buildScanResults } from '../../../core/reports/scan-results.ts';
import type {
  CountedPageOf,
  Finding,
  Scan,
  ScanGroup,
  ScanPage,
  ScanPages,
  ScanResults,
  TemporaryLink,
} from '../../../dashboard/api/types.ts';
import { type FakeAnswer, ok, problem } from './fake-answer.ts';
import { at, HOSTILE, id } from './fake-data.ts';
import { createDecisions, createReviews } from './fake-decisions.ts';
import type { FakeSites } from './fake-sites.ts';

/** What the fake service answers about the results of scans. */

/** A completed scan. */
export const endedScanId = id('scan', '3');
export const runningScanId = id('scan', '1');

const [exampleGroup] = exampleReport.issueGroups as [IssueGroup];
const noStates = { new: 0, regressed: 0, unchanged: 0, reclassified: 0, unknown: 0 };

/** Returns the issue groups of the scan: of each kind, new and old, with texts that would be markup. */
function createGroups(): ScanGroup[] {
  const group = (name: string, given: Partial<IssueGroup>): IssueGroup => ({
    ...exampleGroup,
    id: `grp_${name}`,
    ...given,
  });
  const hostile = { ...exampleNode, html: HOSTILE, howToFix: HOSTILE, target: [HOSTILE] };
  const groups = [
    group('1', { elements: 4, oneFix: 'certain', byState: { ...noStates, new: 4 } }),
    group('2', { ruleId: 'label', elements: 3, oneFix: 'probable', byState: { ...noStates, unchanged: 3 } }),
    group('3', { ruleId: 'region', impact: 'moderate', example: hostile }),
    group('4', { elements: 2, suppressed: 2, byState: noStates }),
    group('5', {
      kind: 'review',
      ruleId: 'color-contrast',
      impact: 'serious',
      elements: 4,
      decidedFine: 1,
      decisionsOutdated: 1,
    }),
  ];
  return parseGroups(serializeGroups(groups)).map(toGroupView);
}

function createFindings(): Finding[] {
  const hostile = { html: HOSTILE, howToFix: HOSTILE, target: [HOSTILE], picture: null, fingerprint: null };
  return [
    { ...exampleFinding },
    { ...exampleFinding, ...hostile, state: 'regressed', cause: 'engine', suppressedBy: id('supp', '1') },
  ];
}

/** Returns the pages of a scan that runs. */
function createRunningPages(): ScanPage[] {
  const ended: ScanPage = {
    id: 'p0',
    url: 'https://shop.example/',
    depth: 0,
    foundOn: null,
    finalUrl: null,
    title: null,
    httpStatus: null,
    startedAt: null,
    durationMs: null,
    attempts: 1,
    state: 'ended',
    outcome: 'scanned',
    detail: 'The page was scanned.',
    changed: null,
    incomplete: null,
    framesNotJudged: null,
    violations: null,
    needsReview: null,
    new: null,
  };
  const open = { ...ended, url: 'https://shop.example/cart', outcome: null, detail: null };
  return [ended, { ...open, id: 'p1', state: 'running' }, { ...open, id: 'p2', state: 'waiting' }];
}

/** Returns the results of the scan. */
export function createFakeResults(isEmpty: boolean): ScanResults {
  const results = buildScanResults(exampleReport);
  const { comparison, summary } = results;
  if (isEmpty) {
    const none = { elements: 0, rules: 0 };
    const nothing = {
      ...none,
      byImpact: { critical: none, serious: none, moderate: none, minor: none },
      byRule: [],
    };
    return {
      ...results,
      summary: { ...summary, violations: nothing, needsReview: nothing, issueGroups: 0 },
      gate: { result: 'passed', reasons: [], counted: null },
      comparison: {
        ...comparison,
        baseline: null,
        whyNone: 'No scan of this site was completed before.',
        fixed: { count: 0, findings: [] },
      },
      suppressions: [],
      crawl: { ...results.crawl, notAttempted: { count: 0, byReason: {}, pages: [] } },
    };
  }
  return {
    ...results,
    summary: {
      ...summary,
      issueGroups: 3,
      decided: {
        fine: { elements: 1, rules: 1 },
        problems: { elements: 2, rules: 1 },
        outdated: { elements: 1, rules: 1 },
      },
      rulesNotRun: [{ ruleIds: ['color-contrast'], pages: 1, urls: ['https://shop.example/cart'] }],
      pages: { known: 3, scanned: 2, byOutcome: { scanned: 1, 'partially-scanned': 1, 'broken-link': 1 } },
    },
    comparison: { ...comparison, byEngine: 1, notSeenAgain: { count: 2, pages: ['https://shop.example/'] } },
    crawl: { ...results.crawl, adoptedOrigin: 'https://www.shop.example', notes: [HOSTILE] },
    decisions: createDecisions()
      .slice(0, 1)
      .map((decision) => ({ ...decision, findings: 0, outdated: 1, notApplied: 0 })),
    timeToFix: { groupsFixed: 4, medianDays: 12 },
  };
}

/** The filters of a call, by their names. */
type Filters = (name: string) => string | undefined;

const toCounted = <Item>(items: Item[]): CountedPageOf<Item> => ({
  items,
  nextCursor: null,
  total: items.length,
});

/** Returns the issue groups that a call asks for. */
export function listFakeGroups(value: Filters, isEmpty: boolean): CountedPageOf<ScanGroup> {
  const suppressed = value('suppressed');
  const groups = filterGroups(isEmpty ? [] : createGroups(), {
    kind: value('kind') as ScanGroup['kind'] | undefined,
    impact: value('impact') as ScanGroup['impact'] | undefined,
    rule: value('rule'),
    decision: value('decision') as DecisionFilter | undefined,
    ...(suppressed === undefined ? {} : { suppressed: suppressed === 'true' }),
  });
  return toCounted(groups);
}

export const listFakeFindings = (value: Filters, isEmpty: boolean): CountedPageOf<Finding> =>
  toCounted(isEmpty ? [] : value('kind') === 'review' ? createReviews() : createFindings());

/** Returns those of the pages that a call asks for. */
export function listFakePages(pages: ScanPage[], value: Filters): ScanPages {
  const outcome = value('outcome') as NonNullable<ScanPage['outcome']> | undefined;
  return { ...toCounted(filterPages(pages, { outcome, text: value('text') })), counts: countPageEnds(pages) };
}

/** The link that the fake service returns for every picture. */
const fakePictureLink: TemporaryLink = {
  url: `/pictures/${EXAMPLE_PICTURE_ID}.webp`,
  expiresAt: at(1),
};

/** Answers the calls of one scan; undefined for others. @param isEmpty whether the scan found nothing */
export function answerResults(
  state: FakeSites,
  method: string,
  path: string,
  query: URLSearchParams,
  body: Record<string, unknown>,
  isEmpty: boolean,
): FakeAnswer | undefined {
  const [, scanId, part] = /^\/scans\/(\w+)(?:\/(\w+))?(?:\/\w+)?$/.exec(path) ?? [];
  if (scanId === undefined) return undefined;
  const scan = state.scans.find((each) => each.id === scanId);
  if (scan === undefined) return problem(404, 'scan-not-found', 'The scan does not exist.');
  const value: Filters = (name) => query.get(name) ?? undefined;
  switch (`${method} ${part ?? ''}`) {
    case 'GET ':
      return ok<Scan>(scan);
    case 'POST cancel':
      return ok<Scan>(
        Object.assign(scan, { status: 'cancelled', report: 'none', cancelReason: 'Cancelled by a caller.' }),
      );
    case 'POST accept': {
      const reason = String(body.reason).trim();
      if (reason === '') {
        const message = 'must not be empty';
        return problem(422, 'invalid-request', `reason ${message}.`, [{ path: 'reason', message }]);
      }
      scan.accepted = { at: at(0), by: { personId: id('person', '1'), name: 'Ada Lovelace' }, reason };
      return ok<Scan>(scan);
    }
    case 'GET results':
      return ok<ScanResults>(createFakeResults(isEmpty));
    case 'GET groups':
      return ok<CountedPageOf<ScanGroup>>(listFakeGroups(value, isEmpty));
    case 'GET findings':
      return ok<CountedPageOf<Finding>>(listFakeFindings(value, isEmpty));
    case 'GET pages': {
      const pages = isEmpty ? [] : scan.report === 'pending' ? createRunningPages() : state.pages;
      return ok<ScanPages>(listFakePages(pages, value));
    }
    case 'GET pictures':
      return ok<TemporaryLink>(fakePictureLink);
    case 'GET report':
      return ok<TemporaryLink>({ url: '/nothing', expiresAt: at(1) });
  }
  return undefined;
}
