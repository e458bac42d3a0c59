import type { FindingKind } from '../../../../core/findings/finding-kind.ts';
import type { Picture } from '../../../../core/findings/picture.ts';
import { buildReportLimits } from '../../../../core/reports/limits.ts';
import {
  type IssueGroup,
  REPORT_SCHEMA_VERSION,
  type Report,
  type ReportNode,
  type ReportPage,
  type RuleFindings,
} from '../../../../core/reports/report.ts';
import { axeRules } from '../../../../core/rule-sets/axe-rules.ts';
import { resolveRuleSets, ruleSets } from '../../../../core/rule-sets/rule-sets.ts';
import { type Impact, impacts } from '../../../../core/scans/page-result.ts';
import { scanSettingsDefault } from '../../../../core/scans/scan-settings.ts';
import { forgetOtherRules } from '../../../support/limits.ts';
import { pagesOfGroup } from '../pages-of-group.ts';
import { countsOf, rulesOf } from '../tallied.ts';

const ID = '01arz3ndektsv4rrffq69g5fav';
export const SUPPRESSION = `supp_${ID}`;
const rulesOfScan = ['wcag-aa', 'best-practice'] as const;
/** Without the checks of the service itself, so that a new check does not change the golden files. */
const CHECKS = 'axe';

/** The relevant members of an element of a report; the others are generated. */
export interface Element {
  page: number;
  selector: string;
  html?: string;
  state?: ReportNode['state'];
  cause?: ReportNode['cause'];
  suppressed?: boolean;
  picture?: Picture;
  howToFix?: string;
}

/** One issue group: a rule and its elements. */
export interface Fault {
  ruleId: string;
  kind?: FindingKind;
  impact?: Impact;
  elements: Element[];
}

export function pageOf(number: number, overrides: Partial<ReportPage> = {}): ReportPage {
  return {
    id: `page-id-${number}`,
    requestedUrl: `https://shop.example/page-${number}?q=1`,
    depth: number === 1 ? 0 : 1,
    foundOn: null,
    finalUrl: `https://shop.example/page-${number}?q=1`,
    title: `Page ${number}`,
    httpStatus: 200,
    contentType: 'text/html',
    outcome: 'scanned',
    detail: 'The page was scanned.',
    settled: true,
    startedAt: '2026-11-01T10:00:02.000Z',
    durationMs: 420,
    attempts: 1,
    violations: 0,
    needsReview: 0,
    rules: resolveRuleSets([...rulesOfScan], CHECKS).ruleIds.map((ruleId) => ({ ruleId, result: 'passed' })),
    framesNotScanned: [],
    incomplete: false,
    framesNotJudged: 0,
    ...overrides,
  };
}

/** Returns a report of these faults, with the totals that its schema requires. */
export function reportOf(
  faults: readonly Fault[],
  pages: ReportPage[] = [1, 2, 3].map((n) => pageOf(n)),
): Report {
  const groups = faults.map((fault, index) => groupOf(fault, index, pages));
  const nodes = groups.flatMap(({ group, nodes: ofGroup }) =>
    ofGroup.map((node) => ({ node, kind: group.kind, ruleId: group.ruleId })),
  );
  const ofKind = (kind: FindingKind) => nodes.filter((each) => each.kind === kind);
  const violations = rulesOf(ofKind('violation')).sort(byWeight);
  const needsReview = rulesOf(ofKind('review')).sort(byWeight);
  const suppressed = (kind: string) => ({
    elements: nodes.filter((each) => each.kind === kind && each.node.suppressedBy !== null).length,
    rules: 0,
  });
  const toFix = groups.filter(({ group }) => group.kind === 'violation' && group.suppressed < group.elements);
  const countOf = (impact: Impact) => toFix.filter(({ group }) => group.impact === impact).length;
  // Reports of maximum size have so many pages and elements that each may be read only once.
  const counts = new Map<string, number>();
  for (const { node, kind } of nodes) {
    if (node.suppressedBy !== null) continue;
    const key = `${node.pageId} ${kind}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const countedOn = (pageId: string, kind: FindingKind) => counts.get(`${pageId} ${kind}`) ?? 0;
  const { sets, ruleIds } = resolveRuleSets([...rulesOfScan], CHECKS);
  return {
    schemaVersion: REPORT_SCHEMA_VERSION,
    scan: {
      id: `scan_${ID}`,
      status: 'completed',
      incomplete: false,
      incompleteReason: null,
      createdAt: '2026-11-01T10:00:00.000Z',
      startedAt: '2026-11-01T10:00:01.000Z',
      finishedAt: '2026-11-01T10:00:09.000Z',
      requestId: 'req-1',
      config: { rules: [...rulesOfScan], checks: CHECKS, priority: 'normal' },
    },
    site: { id: `site_${ID}`, name: 'Fern & Furrow', url: 'https://shop.example/' },
    configuration: {
      ruleSets: sets.map(({ name, standard, version, tags, ruleIds: ofSet }) => ({
        name,
        meaning: ruleSets[name].meaning,
        standard,
        version,
        axeTags: tags,
        ruleIds: ofSet,
      })),
      ruleIds,
      startUrls: ['https://shop.example/'],
      sourcePaths: [],
      settings: scanSettingsDefault,
    },
    engines: [
      {
        axe: '4.14.1',
        browser: 'Chrome/153.0.7900.0',
        userAgent: 'ua',
        viewport: { width: 1280, height: 1024 },
        mobile: false,
        colorScheme: 'light',
        reducedMotion: 'reduce',
        locale: 'en-US',
        pageCount: pages.filter(({ outcome }) => outcome === 'scanned').length,
      },
    ],
    crawl: { adoptedOrigin: null, notes: [], notAttempted: { count: 0, byReason: {}, pages: [] } },
    limits: forgetOtherRules(buildReportLimits([...rulesOfScan], ruleIds, new Set(ruleIds))),
    summary: {
      pages: {
        known: pages.length,
        scanned: pages.filter(({ outcome }) => outcome === 'scanned').length,
        byOutcome: countBy(pages.map(({ outcome }) => outcome)),
      },
      violations: countsOf(ofKind('violation')),
      needsReview: countsOf(ofKind('review')),
      suppressed: { violations: suppressed('violation'), needsReview: suppressed('review') },
      rulesNotRun: [],
      issueGroups: toFix.length,
      issueGroupsByImpact: {
        critical: countOf('critical'),
        serious: countOf('serious'),
        moderate: countOf('moderate'),
        minor: countOf('minor'),
      },
    },
    pages: pages.map((page) => ({
      ...page,
      violations: countedOn(page.id, 'violation'),
      needsReview: countedOn(page.id, 'review'),
    })),
    gate: { result: null, reasons: [], counted: null },
    comparison: {
      baseline: null,
      whyNone: 'No earlier scan of this site has the same rule sets and conditions.',
      comparableKey: '0123456789abcdef',
      violations: statesOf(nodes.filter(({ kind }) => kind === 'violation').map(({ node }) => node)),
      needsReview: statesOf(nodes.filter(({ kind }) => kind === 'review').map(({ node }) => node)),
      byEngine: nodes.filter(({ node }) => node.cause === 'engine').length,
      fixed: { count: 0, findings: [] },
      notSeenAgain: { count: 0, pages: [] },
    },
    suppressions: [],
    issueGroups: groups.map(({ group }) => group),
    violations,
    needsReview,
  };
}

interface Made {
  group: IssueGroup;
  nodes: ReportNode[];
}

function groupOf(
  { ruleId, kind = 'violation', impact, elements }: Fault,
  index: number,
  pages: ReportPage[],
): Made {
  const id = `grp_${String(index).padStart(16, '0')}`;
  const worst = impact ?? axeRules.find((rule) => rule.ruleId === ruleId)?.impact ?? 'serious';
  const nodes = elements.map((element, elementIndex): ReportNode => {
    const page = pages[element.page - 1]!;
    return {
      target: [element.selector],
      html: element.html ?? `<div class="${element.selector}"></div>`,
      impact: worst,
      fix: { any: ['Something is wrong'], all: [], none: [] },
      picture: element.picture ?? null,
      pageId: page.id,
      url: page.requestedUrl,
      howToFix: element.howToFix ?? `Mend what ${ruleId} asks for`,
      fingerprint: `f1_${(index * 1000 + elementIndex).toString(16).padStart(24, '0')}`,
      place: null,
      issueGroup: id,
      state: element.state ?? 'unknown',
      cause: element.cause ?? null,
      suppressedBy: element.suppressed ? SUPPRESSION : null,
    };
  });
  const counted = nodes.filter((node) => node.suppressedBy === null);
  const fresh = counted.find(({ state }) => state === 'new' || state === 'regressed');
  return {
    nodes,
    group: {
      id,
      ruleId,
      kind,
      impact: worst,
      oneFix: nodes.length < 2 ? null : ruleId === 'color-contrast' ? 'probable' : 'certain',
      elements: nodes.length,
      suppressed: nodes.length - counted.length,
      unlisted: 0,
      byState: statesOf(counted),
      byEngine: counted.filter(({ cause }) => cause === 'engine').length,
      pageIds: [...new Set(nodes.map(({ pageId }) => pageId))],
      pages: pagesOfGroup(nodes),
      example: fresh ?? counted[0] ?? nodes[0]!,
    },
  };
}

/** Compares rules in the order of reports: worst first, then by number of elements. */
function byWeight(a: RuleFindings, b: RuleFindings): number {
  return impacts.indexOf(a.impact) - impacts.indexOf(b.impact) || b.nodeCount - a.nodeCount;
}

function statesOf(nodes: readonly ReportNode[]): IssueGroup['byState'] {
  const count = (state: ReportNode['state']) => nodes.filter((node) => node.state === state).length;
  return {
    new: count('new'),
    regressed: count('regressed'),
    unchanged: count('unchanged'),
    reclassified: count('reclassified'),
    unknown: count('unknown'),
  };
}

function countBy<Name extends string>(names: readonly Name[]): Partial<Record<Name, number>> {
  const counts: Partial<Record<Name, number>> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
