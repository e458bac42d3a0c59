import type { FindingKind } from '../../core/findings/finding-kind.ts';
import { describeResolution } from '../../core/gate/resolutions.ts';
import { isGateFailure } from '../../core/reports/gate-failure.ts';
import { hasRuleResults } from '../../core/reports/pages.ts';
import type { Report, ReportPage } from '../../core/reports/report.ts';
import { getRuleSource } from '../../core/rule-sets/rules.ts';
import { isScanned } from '../../core/scans/page-outcome.ts';
import { impacts } from '../../core/scans/page-result.ts';
import { describeBrokenLink, isBrokenLink, listBrokenLinks } from '../parts/broken-links.ts';
import { type FindingRun, readFindingRuns } from '../parts/findings.ts';
import { buildRuleTexts, type RuleText } from '../parts/rule-texts.ts';
import type { ReportRenderer } from '../report-renderer.ts';
import { FindingDetails, renderOpeningTag, renderTestCase, renderTextElement } from './elements.ts';
import { buildSuiteKey, countSuites, type SuiteCounts } from './suite-counts.ts';

/**
 * Renders JUnit XML as Jenkins, GitLab and others read it: a suite for each rule with a test for each scanned page,
 * and suites for the gate, for the pages, and for findings that need review. A test fails exactly if a finding makes
 * the gate fail; other findings are in its output. The report is read twice: first for the numbers in the suites'
 * tags, then for the tests, one rule on one page at a time.
 */
export const renderJunit: ReportRenderer = async function* (source) {
  const { head } = source;
  const counts = await countSuites(source);
  const scanned = head.pages.filter(hasRuleResults);
  const rules = buildRuleTexts(head);
  const gate = buildGateSuite(head, counts);
  const testedRules = [...rules.keys()].filter((ruleId) => isTested(ruleId, counts, scanned));
  const sizes = testedRules.map((ruleId) => countTests('violation', ruleId, counts, scanned.length));
  for (const [key, { runs }] of counts) if (key.startsWith('review ')) sizes.push(runs);
  yield `<?xml version="1.0" encoding="UTF-8"?>\n${renderOpeningTag('testsuites', {
    name: 'Accessibility',
    tests: sizes.reduce((sum, each) => sum + each, gate.tests + head.pages.length),
    failures: [...counts.values()].reduce((sum, { failures }) => sum + failures, gate.failures),
    errors: gate.errors,
  })}\n`;
  yield gate.text;
  yield* renderPages(head);
  yield* renderBrokenLinks(head);
  yield* renderRuleSuites();
  yield '</testsuites>\n';

  /** Renders the suites of rules with violations, then of other rules, then of findings that need review. */
  async function* renderRuleSuites(): AsyncIterable<string> {
    const untested = new Set(testedRules);
    const details = new FindingDetails(head);
    let suite: Suite | undefined;
    for await (const run of readFindingRuns(source)) {
      if (suite?.kind !== run.kind || suite.ruleId !== run.ruleId) {
        if (suite) yield* suite.renderEnd();
        if (run.kind === 'review') yield* renderRemainingSuites(untested);
        untested.delete(run.ruleId);
        suite = new Suite(head, run.kind, rules.get(run.ruleId) ?? run.ruleId, scanned);
        yield suite.renderOpening(counts);
      }
      yield suite.renderTest(run, details);
    }
    if (suite) yield* suite.renderEnd();
    yield* renderRemainingSuites(untested);
  }

  /** Renders the suites of rules without a violation, each once. */
  function* renderRemainingSuites(untested: Set<string>): Iterable<string> {
    for (const ruleId of untested) {
      const suite = new Suite(head, 'violation', rules.get(ruleId) ?? ruleId, scanned);
      yield suite.renderOpening(counts);
      yield* suite.renderEnd();
    }
    untested.clear();
  }
};

class Suite {
  readonly kind: FindingKind;
  readonly ruleId: string;
  readonly #head: Report;
  readonly #help: string;
  readonly #scanned: readonly ReportPage[];
  readonly #urls: ReadonlyMap<string, string>;
  readonly #done = new Set<string>();

  constructor(head: Report, kind: FindingKind, rule: RuleText | string, scanned: readonly ReportPage[]) {
    this.kind = kind;
    this.ruleId = typeof rule === 'string' ? rule : rule.ruleId;
    this.#help = typeof rule === 'string' ? rule : rule.help;
    this.#head = head;
    this.#scanned = scanned;
    this.#urls = new Map(scanned.map(({ id, requestedUrl }) => [id, requestedUrl]));
  }

  renderOpening(counts: ReadonlyMap<string, SuiteCounts>): string {
    const failures = counts.get(buildSuiteKey(this.kind, this.ruleId))?.failures ?? 0;
    const tests = countTests(this.kind, this.ruleId, counts, this.#scanned.length);
    const skipped =
      this.kind === 'review'
        ? 0
        : this.#scanned.filter((page) => findRuleResult(page, this.ruleId)?.result === 'not-run').length;
    const name = this.kind === 'review' ? `${this.ruleId} (needs review)` : this.ruleId;
    return `${renderOpeningTag('testsuite', { name, package: getRuleSource(this.ruleId), tests, failures, errors: 0, skipped, ...getTimestamp(this.#head) })}\n`;
  }

  /** Returns the test of one page with findings. */
  renderTest({ pageId, findings }: FindingRun, details: FindingDetails): string {
    this.#done.add(pageId);
    const failing = findings.filter((finding) => isGateFailure(this.#head, finding));
    const others = findings.filter((finding) => !failing.includes(finding));
    const worst = impacts.find((impact) => failing.some(({ node }) => node.impact === impact));
    const message = `${this.#help} (${failing.length} that the gate counts)`;
    const failure = details.render('failure', { type: worst ?? '', message }, failing);
    const output = details.render('system-out', {}, others);
    const url = findings[0]?.node.url ?? this.#urls.get(pageId) ?? pageId;
    return renderTestCase(this.#classname, url, failure + output);
  }

  /** Renders the tests of the pages without findings, and the closing tag. */
  *renderEnd(): Iterable<string> {
    if (this.kind === 'violation') {
      for (const page of this.#scanned)
        if (!this.#done.has(page.id)) yield this.#renderTestWithoutFindings(page);
    }
    yield '</testsuite>\n';
  }

  #renderTestWithoutFindings(page: ReportPage): string {
    const rule = findRuleResult(page, this.ruleId);
    if (rule?.result === 'not-run') {
      return renderTestCase(
        this.#classname,
        page.requestedUrl,
        `${renderOpeningTag('skipped', { message: rule.reason ?? 'not run' })}</skipped>\n`,
      );
    }
    const note =
      rule?.result === 'failed'
        ? renderTextElement('system-out', {}, [
            '- the rule failed here, but the report does not list these elements',
          ])
        : '';
    return renderTestCase(this.#classname, page.requestedUrl, note);
  }

  get #classname(): string {
    return `${this.kind === 'review' ? 'accessibility-review' : 'accessibility'}.${this.ruleId}`;
  }
}

function findRuleResult(page: ReportPage, ruleId: string) {
  return page.rules.find((rule) => rule.ruleId === ruleId);
}

/** True if a rule has a suite: it has findings or is listed for a scanned page. */
function isTested(
  ruleId: string,
  counts: ReadonlyMap<string, SuiteCounts>,
  scanned: readonly ReportPage[],
): boolean {
  return (
    counts.has(buildSuiteKey('violation', ruleId)) ||
    scanned.some((page) => findRuleResult(page, ruleId) !== undefined)
  );
}

function countTests(
  kind: FindingKind,
  ruleId: string,
  counts: ReadonlyMap<string, SuiteCounts>,
  scanned: number,
): number {
  const { runs, pages } = counts.get(buildSuiteKey(kind, ruleId)) ?? { runs: 0, pages: 0 };
  return kind === 'review' ? runs : runs + scanned - pages;
}

/**
 * Builds the suite of the gate, empty without `failOn`. An inconclusive gate is an error. A failed gate is a failure
 * here only if no other test failed, that is, if it failed because of findings that the report does not list.
 */
function buildGateSuite(head: Report, counts: ReadonlyMap<string, SuiteCounts>) {
  const { result, reasons } = head.gate;
  if (result === null) return { text: '', tests: 0, failures: 0, errors: 0 };
  const shown = [...counts.values()].some(({ failures }) => failures > 0);
  const failures = result === 'failed' && !shown ? 1 : 0;
  const errors = result === 'inconclusive' ? 1 : 0;
  const lines = reasons.flatMap(({ code, message }) => {
    const resolution = describeResolution(code);
    return [`- ${code}: ${message}`, ...(resolution === null ? [] : [`  What to do – ${resolution}`])];
  });
  const first = { message: reasons[0]?.message ?? result };
  const content =
    failures === 1
      ? renderTextElement('failure', { type: 'gate', ...first }, lines)
      : errors === 1
        ? renderTextElement('error', { type: 'gate', ...first }, lines)
        : renderTextElement('system-out', {}, [`- ${result}`, ...lines]);
  const suite = renderOpeningTag('testsuite', {
    name: 'gate',
    tests: 1,
    failures,
    errors,
    skipped: 0,
    ...getTimestamp(head),
  });
  return {
    text: `${suite}\n${renderTestCase('accessibility.gate', 'gate', content)}</testsuite>\n`,
    tests: 1,
    failures,
    errors,
  };
}

/**
 * Renders a skipped test for each broken link, because the gate does not depend on them. Renders nothing if there are
 * no broken links.
 */
function* renderBrokenLinks(head: Report): Iterable<string> {
  const broken = listBrokenLinks(head);
  if (broken.length === 0) return;
  const numbers = { tests: broken.length, failures: 0, errors: 0, skipped: broken.length };
  yield `${renderOpeningTag('testsuite', { name: 'broken-links', ...numbers, ...getTimestamp(head) })}\n`;
  for (const page of broken) {
    const skipped = `${renderOpeningTag('skipped', { type: page.outcome, message: describeBrokenLink(page) })}</skipped>\n`;
    yield renderTestCase('accessibility.broken-links', page.requestedUrl, skipped);
  }
  yield '</testsuite>\n';
}

/** Renders a test for each page of the scan that is not a broken link. It is skipped if the page was not scanned. */
function* renderPages(head: Report): Iterable<string> {
  const pages = head.pages.filter((page) => !isBrokenLink(page));
  const skipped = pages.filter(({ outcome }) => !isScanned(outcome)).length;
  const numbers = { tests: pages.length, failures: 0, errors: 0, skipped };
  yield `${renderOpeningTag('testsuite', { name: 'pages', ...numbers, ...getTimestamp(head) })}\n`;
  for (const { requestedUrl, outcome, detail } of pages) {
    const content = isScanned(outcome)
      ? ''
      : `${renderOpeningTag('skipped', { type: outcome, message: detail })}</skipped>\n`;
    yield renderTestCase('accessibility.pages', requestedUrl, content);
  }
  yield '</testsuite>\n';
}

/** Returns the end of the scan in UTC, without a zone as the format requires. */
function getTimestamp({ scan }: Report): { timestamp?: string } {
  return scan.finishedAt === null ? {} : { timestamp: scan.finishedAt.slice(0, 19) };
}
