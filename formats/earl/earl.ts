import { findingStateNames } from '../../core/comparison/states.ts';
import { findingDecisionSchema } from '../../core/decisions/decision.ts';
import type { Report, ReportPage } from '../../core/reports/report.ts';
import type { ReportSource } from '../../core/reports/report-source.ts';
import type { RuleOutcome } from '../../core/scans/page-result.ts';
import { formatSelector } from '../../core/scans/selector-text.ts';
import { escapeLine } from '../../core/text/line.ts';
import { appendDecision, describeDecision } from '../parts/decision-text.ts';
import { createDecisionFinder, decisionTexts } from '../parts/decisions.ts';
import { type FindingRun, readFindingRuns } from '../parts/findings.ts';
import { renderJsonArray } from '../parts/json-pieces.ts';
import { buildRuleTexts, type RuleText } from '../parts/rule-texts.ts';
import type { ReportRenderer } from '../report-renderer.ts';
import {
  ASSERTOR,
  buildAssertor,
  buildRequirements,
  buildSubject,
  buildTestCase,
  earlContext,
  getPageIri,
  getRuleIri,
} from './nodes.ts';

const SELECTOR_MAX = 2_000;
const TEXT_MAX = 500;

/** EARL's outcome (https://www.w3.org/TR/EARL10-Schema/#OutcomeValue) for each result of a rule on a page. */
const outcomes: Record<RuleOutcome['result'], string> = {
  failed: 'earl:failed',
  review: 'earl:cantTell',
  passed: 'earl:passed',
  inapplicable: 'earl:inapplicable',
  'not-run': 'earl:untested',
};

/**
 * Renders the report in the Evaluation and Report Language 1.0 as JSON-LD, with one assertion for each rule on each
 * page. If a rule failed and could not decide about other elements, there are two. Suppressed findings are failures
 * here, because a suppression does not make a test pass; `info` contains their states. So are findings that a person
 * decided to be problems. Those decided to be fine remain undecided, because a rule may have other results on the page.
 */
export const renderEarl: ReportRenderer = async function* (source) {
  yield `{"@context":${JSON.stringify(earlContext)},\n"@graph":`;
  yield* renderJsonArray(buildGraph(source));
  yield '}\n';
};

async function* buildGraph(source: ReportSource): AsyncIterable<object> {
  const { head } = source;
  const rules = buildRuleTexts(head);
  yield buildAssertor(head);
  yield* buildRequirements(rules.values());
  for (const rule of rules.values()) yield buildTestCase(rule);
  for (const page of head.pages) yield buildSubject(page);
  yield* buildAssertions(source, rules);
}

async function* buildAssertions(
  source: ReportSource,
  rules: ReadonlyMap<string, RuleText>,
): AsyncIterable<object> {
  const { pages } = source.head;
  const findDecision = createDecisionFinder(source.head);
  const pagesById = new Map(pages.map((page, index) => [page.id, { page, index }]));
  const ruleIndex = new Map([...rules.keys()].map((id, index) => [id, index]));
  // One byte for each rule on each page: whether it was asserted. Nothing else of the findings is kept in memory.
  const asserted = new Uint8Array(pages.length * rules.size);
  for await (const run of readFindingRuns(source)) {
    const { page, index } = pagesById.get(run.pageId) ?? {};
    const rule = rules.get(run.ruleId);
    if (page === undefined || index === undefined || rule === undefined) continue;
    asserted[index * rules.size + (ruleIndex.get(run.ruleId) ?? 0)] = 1;
    const outcome = outcomes[run.kind === 'violation' ? 'failed' : 'review'];
    const mode = run.findings.some(({ node }) => node.decision === 'fine' || node.decision === 'problem')
      ? 'earl:semiAuto'
      : 'earl:automatic';
    yield buildAssertion(page, rule, mode, {
      outcome,
      ...getDate(page),
      description: formatElementCount(run.findings.length),
      info: describeStates(run),
      pointer: run.findings.map(({ node }) => ({
        '@type': 'CSSSelectorPointer',
        expression: escapeLine(formatSelector(node.target), SELECTOR_MAX),
        reference: getPageIri(page),
        description: appendDecision(
          node.howToFix,
          describeDecision(node.decision, findDecision(node)),
          TEXT_MAX,
        ),
      })),
    });
  }
  for (const [index, page] of pages.entries()) {
    for (const { ruleId, result, reason } of page.rules) {
      const rule = rules.get(ruleId);
      if (!rule || asserted[index * rules.size + (ruleIndex.get(ruleId) ?? 0)] === 1) continue;
      const description = reason === undefined ? {} : { description: escapeLine(reason, TEXT_MAX) };
      yield buildAssertion(page, rule, 'earl:automatic', {
        outcome: outcomes[result],
        ...getDate(page),
        ...description,
      });
    }
  }
}

/** @param mode `earl:semiAuto` if a person decided about an element that the rule could not decide */
function buildAssertion(
  page: ReportPage,
  rule: RuleText,
  mode: 'earl:automatic' | 'earl:semiAuto',
  result: object,
): object {
  return {
    '@type': 'Assertion',
    assertedBy: ASSERTOR,
    subject: getPageIri(page),
    test: getRuleIri(rule),
    mode,
    result: { '@type': 'TestResult', ...result },
  };
}

function getDate({ startedAt }: Report['pages'][number]): { date?: string } {
  return startedAt === null ? {} : { date: startedAt };
}

function formatElementCount(findings: number): string {
  return findings === 1 ? '1 element' : `${findings} elements`;
}

/** Returns the number of findings in each state, of suppressed and of decided ones, as text. */
function describeStates({ findings }: FindingRun): string {
  const states = findingStateNames.map((state) => {
    const number = findings.filter(({ node }) => node.state === state).length;
    return number === 0 ? '' : `${state} ${number}`;
  });
  const suppressed = findings.filter(({ node }) => node.suppressedBy !== null).length;
  const decided = findingDecisionSchema.options.map((decision) => {
    const number = findings.filter(({ node }) => node.decision === decision).length;
    return number === 0 ? '' : `${decisionTexts[decision]} ${number}`;
  });
  return [...states, suppressed === 0 ? '' : `suppressed ${suppressed}`, ...decided]
    .filter((each) => each !== '')
    .join(', ');
}
