import { checks } from '../checks/checks.ts';
import { isScanned, type PageOutcome } from '../scans/page-outcome.ts';
import type { FindingNode, PageFinding, PageResult, RuleOutcome } from '../scans/page-result.ts';
import { findDuplicateTitles } from './duplicate-title.ts';
import { findMovedHelp } from './help-position.ts';
import { findOtherOrders } from './navigation-order.ts';
import { findOneWay } from './one-way.ts';
import { findOtherNames } from './other-name.ts';
import type { Proposal, ProposingPage, SiteCheck, Verdict } from './site-check.ts';

/** The checks over all pages of a scan, by the id of their rule. */
const siteChecks: Readonly<Record<string, SiteCheck>> = {
  'a11y-duplicate-title': findDuplicateTitles,
  'a11y-help-position': findMovedHelp,
  'a11y-navigation-order': findOtherOrders,
  'a11y-one-way': findOneWay,
  'a11y-other-name': findOtherNames,
};

/**
 * The rules whose findings say that something is on no page. They have no findings if a page is missing, which may have
 * it.
 */
const rulesOfAbsence: ReadonlySet<string> = new Set(['a11y-one-way']);

const siteRules: ReadonlySet<string> = new Set(
  checks.filter(({ needs }) => needs === 'site').map(({ id }) => id),
);

/** True for a rule that compares the pages of a scan. Its findings in the result of a page are proposals. */
export function isSiteCheck(ruleId: string): boolean {
  return siteRules.has(ruleId);
}

/**
 * True if a rule has no result on a page only because other pages are missing. The coverage of a scan says so, so that
 * gates need not.
 */
export function lacksOtherPages({ ruleId, result, reason }: RuleOutcome): boolean {
  return result === 'not-run' && reason === NOT_ALL && isSiteCheck(ruleId);
}

/** Maximum length of all different data that are compared, in UTF-16 units of JSON. */
const DATA_MAX = 20_000_000;

/** Outcomes of pages that another scan may judge: what was compared without them is not certain. */
const passing: ReadonlySet<PageOutcome> = new Set<PageOutcome>([
  ...(['dns-error', 'connection-refused', 'connection-failed', 'timeout', 'empty-response'] as const),
  ...(['rate-limited', 'crashed', 'service-fault', 'not-attempted'] as const),
]);
/** Outcomes of addresses that do not lead to a page of the site, or to one with another address. */
const notPages: ReadonlySet<PageOutcome> = new Set<PageOutcome>([
  ...(['broken-link', 'gone', 'duplicate-redirect', 'off-site-redirect', 'not-html'] as const),
]);
/** The first HTTP status of errors of the server. */
const SERVER_ERROR = 500;

const NOT_ALL = 'Some pages of the scan could not be scanned, so the pages were not compared completely.';
const NOT_COMPARED =
  'The pages of the scan were not compared completely, because they have too much to compare.';

type PageEnd = Pick<PageResult, 'outcome' | 'httpStatus'>;

function mayBeScannedLater({ outcome, httpStatus }: PageEnd): boolean {
  return passing.has(outcome) || (outcome === 'http-error' && (httpStatus ?? 0) >= SERVER_ERROR);
}

/** Compares all pages of a scan: first `observe` each page, then `apply` to each result. */
export class SiteChecks {
  readonly #ruleIds: readonly string[];
  readonly #proposals = new Map<string, Proposal[]>();
  /** The compared data, so that pages with equal data share them. */
  readonly #data = new Map<string, Proposal['data']>();
  #length = 0;
  /** True if pages are missing. */
  #isIncomplete = false;
  #pages = 0;
  /** The rules that are missing on a page. */
  readonly #incompleteRules = new Set<string>();
  /** The rules for which the site has too little to compare. */
  readonly #inapplicableRules = new Set<string>();
  #verdicts: ReadonlyMap<string, ReadonlyMap<string, Verdict>> | undefined;

  /** @param ruleIds the rules of the scan */
  constructor(ruleIds: readonly string[]) {
    this.#ruleIds = ruleIds.filter(isSiteCheck);
  }

  /** True if the scan has rules that compare pages. */
  get isNeeded(): boolean {
    return this.#ruleIds.length > 0;
  }

  /**
   * Adds a page to what is compared. Add all pages before the first result is judged, in the order of the report.
   * @param end how the page ended in the report
   * @param result its result; null if it was not scanned
   * @param wasScanned whether the baseline scanned the page
   */
  observe(page: ProposingPage, end: PageEnd, result: PageResult | null, wasScanned: boolean): void {
    if (!isScanned(end.outcome) || result === null) {
      this.#isIncomplete ||= mayBeScannedLater(end) || (wasScanned && !notPages.has(end.outcome));
      return;
    }
    this.#pages += 1;
    for (const ruleId of this.#ruleIds) {
      const rule = result.rules.find((each) => each.ruleId === ruleId);
      const isCut = result.findings.some(
        (each) => each.ruleId === ruleId && each.nodeCount > each.nodes.length,
      );
      if (rule === undefined || rule.result === 'not-run' || isCut) this.#incompleteRules.add(ruleId);
      for (const [
        index,
        {
          checks: [check],
        },
      ] of listNodes(result, ruleId)) {
        const data = this.#share(check?.data ?? null);
        if (data === null) this.#incompleteRules.add(ruleId);
        else this.#add(ruleId, { page, index, data });
      }
    }
  }

  /** Returns the result of a page with the findings of these rules instead of proposals. */
  apply(result: PageResult): PageResult {
    if (!result.rules.some(({ ruleId }) => isSiteCheck(ruleId))) return result;
    this.#verdicts ??= this.#compare();
    const verdicts = this.#verdicts;
    const findings = result.findings.flatMap((finding) =>
      isSiteCheck(finding.ruleId) ? chooseNodes(finding, result, verdicts.get(finding.ruleId)) : finding,
    );
    return { ...result, findings, rules: result.rules.map((rule) => this.#judge(rule, findings)) };
  }

  #judge(rule: RuleOutcome, findings: readonly PageFinding[]): RuleOutcome {
    const { ruleId, result } = rule;
    if (!isSiteCheck(ruleId) || (result !== 'failed' && result !== 'review')) return rule;
    const kinds = findings.flatMap((finding) => (finding.ruleId === ruleId ? finding.kind : []));
    if (kinds.length > 0) return { ruleId, result: kinds.includes('violation') ? 'failed' : 'review' };
    // The coverage shows only that pages are missing. A gate must also know that something of scanned pages was not
    // compared.
    if (this.#pages === 0 || this.#incompleteRules.has(ruleId)) {
      return { ruleId, result: 'not-run', reason: NOT_COMPARED };
    }
    if (this.#isIncomplete) return { ruleId, result: 'not-run', reason: NOT_ALL };
    // A single page cannot differ from others.
    const isInapplicable = this.#pages === 1 || this.#inapplicableRules.has(ruleId);
    return { ruleId, result: isInapplicable ? 'inapplicable' : 'passed' };
  }

  #add(ruleId: string, proposal: Proposal): void {
    const known = this.#proposals.get(ruleId);
    if (known === undefined) this.#proposals.set(ruleId, [proposal]);
    else known.push(proposal);
  }

  /** Returns equal data once; null beyond the limit. */
  #share(data: Proposal['data'] | null): Proposal['data'] | null {
    if (data === null) return null;
    const key = JSON.stringify(data);
    const known = this.#data.get(key);
    if (known !== undefined) return known;
    this.#length += key.length;
    if (this.#length > DATA_MAX) return null;
    this.#data.set(key, data);
    return data;
  }

  /** Returns the verdicts by rule, and by page and number of the element. */
  #compare(): Map<string, Map<string, Verdict>> {
    return new Map(
      [...this.#proposals].map(([ruleId, proposals]) => {
        const found = siteChecks[ruleId]?.(proposals) ?? null;
        if (found === null) this.#inapplicableRules.add(ruleId);
        const isUncertain = this.#isIncomplete || this.#incompleteRules.has(ruleId);
        const verdicts = isUncertain && rulesOfAbsence.has(ruleId) ? [] : [...(found ?? [])];
        return [
          ruleId,
          new Map(verdicts.map(([{ page, index }, verdict]) => [`${page.pageId} ${index}`, verdict])),
        ];
      }),
    );
  }
}

/** Returns the elements of a rule with their numbers on the page, and the check of each. */
function listNodes(
  { findings }: PageResult,
  ruleId: string,
): [number, { node: FindingNode; checks: FindingNode['checks']['any'] }][] {
  return findings
    .filter((finding) => finding.ruleId === ruleId)
    .flatMap(({ nodes }) => nodes.map((node) => ({ node, checks: node.checks.any })))
    .map((each, index) => [index, each]);
}

/** Returns a finding with only the elements that have a verdict, each with its message and evidence. */
function chooseNodes(
  finding: PageFinding,
  { pageId, findings }: PageResult,
  verdicts: ReadonlyMap<string, Verdict> | undefined,
): PageFinding[] {
  const ofRule = findings.filter(({ ruleId }) => ruleId === finding.ruleId);
  const before = ofRule.slice(0, ofRule.indexOf(finding)).reduce((sum, { nodes }) => sum + nodes.length, 0);
  const nodes = finding.nodes.flatMap((node, index) => {
    const verdict = verdicts?.get(`${pageId} ${before + index}`);
    if (verdict === undefined) return [];
    const any = [{ id: finding.ruleId, ...verdict }];
    return { ...node, checks: { ...node.checks, any }, fix: { ...node.fix, any: [verdict.message] } };
  });
  return nodes.length === 0 ? [] : [{ ...finding, nodes, nodeCount: nodes.length }];
}
