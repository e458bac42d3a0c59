import type { FindingKind } from '../../core/findings/finding-kind.ts';
import { isGateFailure } from '../../core/reports/gate-failure.ts';
import type { Report, ReportPage } from '../../core/reports/report.ts';
import { isScanned } from '../../core/scans/page-outcome.ts';
import { impacts } from '../../core/scans/page-result.ts';
import type { ReportRenderer } from '../form.ts';
import { describeBrokenLink, isBrokenLink, listBrokenLinks } from '../parts/broken-links.ts';
import { type FindingRun, readFindingRuns } from '../parts/findings.ts';
import { buildRuleTexts, type RuleText } from '../parts/rule-texts.ts';
import { FindingDetails, renderOpeningTag, renderTestCase, renderTextElement } from './elements.ts';
import { buildSuiteKey, countSuites, type SuiteCounts } from './suite-counts.ts';

/**
 * JUnit XML as Jenkins, GitLab and others read it: a suite for each rule with a test for each page that was
 * scanned, and suites for the gate, for the pages, and for what needs review. A test fails exactly where a
 * finding makes the gate fail; other findings are in its output. The report is read twice: first for the
 * numbers that a suite's tag states, then for the tests, a rule on a page at a time.
 */
export const renderJunit: ReportRenderer = async function* (source) {
  const { head } = source;
  const tallies = await countSuites(source);
  const scanned = head.pages.filter(({ outcome }) => isScanned(outcome));
  const rules = buildRuleTexts(head);
  const gate = gateOf(head, tallies);
  const tested = [...rules.keys()].filter((ruleId) => isTested(ruleId, tallies, scanned));
  const sizes = tested.map((ruleId) => testsOf('violation', ruleId, tallies, scanned.length));
  for (const [key, { runs }] of tallies) if (key.startsWith('review ')) sizes.push(runs);
  yield `<?xml version="1.0" encoding="UTF-8"?>\n${renderOpeningTag('testsuites', {
    name: 'Accessibility',
    tests: sizes.reduce((sum, each) => sum + each, gate.tests + head.pages.length),
    failures: [...tallies.values()].reduce((sum, { failures }) => sum + failures, gate.failures),
    errors: gate.errors,
  })}\n`;
  yield gate.text;
  yield* pagesSuite(head);
  yield* brokenLinksSuite(head);
  yield* ruleSuites();
  yield '</testsuites>\n';

  /** Rules with violations as they come, then the others, then what needs review. */
  async function* ruleSuites(): AsyncIterable<string> {
    const left = new Set(tested);
    const spelling = new FindingDetails();
    let suite: Suite | undefined;
    for await (const run of readFindingRuns(source)) {
      if (suite?.kind !== run.kind || suite.ruleId !== run.ruleId) {
        if (suite) yield* suite.end();
        if (run.kind === 'review') yield* without(left);
        left.delete(run.ruleId);
        suite = new Suite(head, run.kind, rules.get(run.ruleId) ?? run.ruleId, scanned);
        yield suite.begin(tallies);
      }
      yield suite.test(run, spelling);
    }
    if (suite) yield* suite.end();
    yield* without(left);
  }

  /** Suites of rules that have no violation, each once. */
  function* without(left: Set<string>): Iterable<string> {
    for (const ruleId of left) {
      const suite = new Suite(head, 'violation', rules.get(ruleId) ?? ruleId, scanned);
      yield suite.begin(tallies);
      yield* suite.end();
    }
    left.clear();
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

  begin(tallies: ReadonlyMap<string, SuiteCounts>): string {
    const failures = tallies.get(buildSuiteKey(this.kind, this.ruleId))?.failures ?? 0;
    const tests = testsOf(this.kind, this.ruleId, tallies, this.#scanned.length);
    const skipped =
      this.kind === 'review'
        ? 0
        : this.#scanned.filter((page) => resultOn(page, this.ruleId)?.result === 'not-run').length;
    const name = this.kind === 'review' ? `${this.ruleId} (needs review)` : this.ruleId;
    return `${renderOpeningTag('testsuite', { name, tests, failures, errors: 0, skipped, ...timeOf(this.#head) })}\n`;
  }

  /** The test of one page that has findings. */
  test({ pageId, findings }: FindingRun, spelling: FindingDetails): string {
    this.#done.add(pageId);
    const failing = findings.filter((finding) => isGateFailure(this.#head, finding));
    const others = findings.filter((finding) => !failing.includes(finding));
    const worst = impacts.find((impact) => failing.some(({ node }) => node.impact === impact));
    const message = `${this.#help} (${failing.length} that the gate counts)`;
    const failure = spelling.element('failure', { type: worst ?? '', message }, failing);
    const output = spelling.element('system-out', {}, others);
    const url = findings[0]?.node.url ?? this.#urls.get(pageId) ?? pageId;
    return renderTestCase(this.#classname, url, failure + output);
  }

  /** The tests of the pages without findings, and the end. */
  *end(): Iterable<string> {
    if (this.kind === 'violation') {
      for (const page of this.#scanned) if (!this.#done.has(page.id)) yield this.#without(page);
    }
    yield '</testsuite>\n';
  }

  #without(page: ReportPage): string {
    const rule = resultOn(page, this.ruleId);
    if (rule?.result === 'not-run') {
      return renderTestCase(
        this.#classname,
        page.requestedUrl,
        `${renderOpeningTag('skipped', { message: rule.reason ?? 'not run' })}</skipped>\n`,
      );
    }
    const beyond =
      rule?.result === 'failed'
        ? renderTextElement('system-out', {}, [
            '- elements with this fault are beyond those that the report keeps',
          ])
        : '';
    return renderTestCase(this.#classname, page.requestedUrl, beyond);
  }

  get #classname(): string {
    return `${this.kind === 'review' ? 'accessibility-review' : 'accessibility'}.${this.ruleId}`;
  }
}

function resultOn(page: ReportPage, ruleId: string) {
  return page.rules.find((rule) => rule.ruleId === ruleId);
}

/** Whether a rule has a suite: it found something or is listed for a page that was scanned. */
function isTested(
  ruleId: string,
  tallies: ReadonlyMap<string, SuiteCounts>,
  scanned: readonly ReportPage[],
): boolean {
  return (
    tallies.has(buildSuiteKey('violation', ruleId)) ||
    scanned.some((page) => resultOn(page, ruleId) !== undefined)
  );
}

function testsOf(
  kind: FindingKind,
  ruleId: string,
  tallies: ReadonlyMap<string, SuiteCounts>,
  scanned: number,
): number {
  const { runs, pages } = tallies.get(buildSuiteKey(kind, ruleId)) ?? { runs: 0, pages: 0 };
  return kind === 'review' ? runs : runs + scanned - pages;
}

/**
 * The suite of the gate, empty without `failOn`. An undecided gate is an error. A gate that failed is a
 * failure here only if no other test failed: when what made it fail is beyond the findings that the report
 * keeps.
 */
function gateOf(head: Report, tallies: ReadonlyMap<string, SuiteCounts>) {
  const { result, reasons } = head.gate;
  if (result === null) return { text: '', tests: 0, failures: 0, errors: 0 };
  const shown = [...tallies.values()].some(({ failures }) => failures > 0);
  const failures = result === 'failed' && !shown ? 1 : 0;
  const errors = result === 'inconclusive' ? 1 : 0;
  const lines = reasons.map(({ code, message }) => `- ${code}: ${message}`);
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
    ...timeOf(head),
  });
  return {
    text: `${suite}\n${renderTestCase('accessibility.gate', 'gate', content)}</testsuite>\n`,
    tests: 1,
    failures,
    errors,
  };
}

/** A skipped test for each broken link: the gate does not decide by them. Nothing where there are none. */
function* brokenLinksSuite(head: Report): Iterable<string> {
  const broken = listBrokenLinks(head);
  if (broken.length === 0) return;
  const numbers = { tests: broken.length, failures: 0, errors: 0, skipped: broken.length };
  yield `${renderOpeningTag('testsuite', { name: 'broken-links', ...numbers, ...timeOf(head) })}\n`;
  for (const page of broken) {
    const skipped = `${renderOpeningTag('skipped', { type: page.outcome, message: describeBrokenLink(page) })}</skipped>\n`;
    yield renderTestCase('accessibility.broken-links', page.requestedUrl, skipped);
  }
  yield '</testsuite>\n';
}

/** A test for each page of the scan that is no broken link, skipped when it was not scanned. */
function* pagesSuite(head: Report): Iterable<string> {
  const pages = head.pages.filter((page) => !isBrokenLink(page));
  const skipped = pages.filter(({ outcome }) => !isScanned(outcome)).length;
  const numbers = { tests: pages.length, failures: 0, errors: 0, skipped };
  yield `${renderOpeningTag('testsuite', { name: 'pages', ...numbers, ...timeOf(head) })}\n`;
  for (const { requestedUrl, outcome, detail } of pages) {
    const content = isScanned(outcome)
      ? ''
      : `${renderOpeningTag('skipped', { type: outcome, message: detail })}</skipped>\n`;
    yield renderTestCase('accessibility.pages', requestedUrl, content);
  }
  yield '</testsuite>\n';
}

/** When the scan ended, without a zone as the format has it; it is UTC. */
function timeOf({ scan }: Report): { timestamp?: string } {
  return scan.finishedAt === null ? {} : { timestamp: scan.finishedAt.slice(0, 19) };
}
