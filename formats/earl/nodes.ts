import type { Report, ReportPage } from '../../core/reports/report.ts';
import { getRuleSource } from '../../core/rule-sets/rules.ts';
import { listEngineNames } from '../../core/scans/engine.ts';
import { escapeLine } from '../../core/text/line.ts';
import { findCriterion } from '../../core/wcag/criteria.ts';
import { toUri } from '../escaping/uri.ts';
import { describeBrokenLink, isBrokenLink } from '../parts/broken-links.ts';
import type { RuleText } from '../parts/rule-texts.ts';

/**
 * The JSON-LD context, included in the file so that it can be read without network. The terms are those of EARL 1.0
 * (https://www.w3.org/TR/EARL10-Schema/), Pointer Methods in RDF 1.0 (https://www.w3.org/TR/Pointers-in-RDF10/) and
 * Dublin Core (https://www.dublincore.org/specifications/dublin-core/dcmi-terms/).
 */
export const earlContext = {
  earl: 'http://www.w3.org/ns/earl#',
  ptr: 'http://www.w3.org/2009/pointers#',
  dct: 'http://purl.org/dc/terms/',
  doap: 'http://usefulinc.com/ns/doap#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
  Assertion: 'earl:Assertion',
  Software: 'earl:Software',
  TestSubject: 'earl:TestSubject',
  TestCase: 'earl:TestCase',
  TestRequirement: 'earl:TestRequirement',
  TestResult: 'earl:TestResult',
  CSSSelectorPointer: 'ptr:CSSSelectorPointer',
  assertedBy: { '@id': 'earl:assertedBy', '@type': '@id' },
  subject: { '@id': 'earl:subject', '@type': '@id' },
  test: { '@id': 'earl:test', '@type': '@id' },
  result: 'earl:result',
  mode: { '@id': 'earl:mode', '@type': '@id' },
  outcome: { '@id': 'earl:outcome', '@type': '@id' },
  info: 'earl:info',
  pointer: 'earl:pointer',
  expression: 'ptr:expression',
  reference: { '@id': 'ptr:reference', '@type': '@id' },
  title: 'dct:title',
  description: 'dct:description',
  date: { '@id': 'dct:date', '@type': 'xsd:dateTime' },
  hasVersion: 'dct:hasVersion',
  hasPart: { '@id': 'dct:hasPart', '@type': '@id' },
  isPartOf: { '@id': 'dct:isPartOf', '@type': '@id' },
  source: { '@id': 'dct:source', '@type': '@id' },
  homepage: { '@id': 'doap:homepage', '@type': '@id' },
} as const;

const WCAG = 'https://www.w3.org/TR/WCAG22/';
const TITLE_MAX = 500;

/** IRI of the service in the file. */
export const ASSERTOR = 'urn:a11y-scan-service';

/** Returns the IRI of a rule. W3C's examples use the URL of the test. */
export function getRuleIri({ ruleId, helpUrl }: RuleText): string {
  return helpUrl ?? `urn:${getRuleSource(ruleId)}:rule:${encodeURIComponent(ruleId)}`;
}

/** Returns the IRI of a page: its URL. */
export function getPageIri({ requestedUrl }: ReportPage): string {
  return toUri(requestedUrl);
}

/** Builds the node of the assertor: the service with the engines that it ran. */
export function buildAssertor(head: Report): object {
  const engines = [...new Set(head.engines.flatMap(listEngineNames))].sort();
  return {
    '@id': ASSERTOR,
    '@type': ['Software', 'earl:Assertor'],
    title: 'Accessibility scanning service',
    description: escapeLine(head.limits.statement),
    hasVersion: engines.map((engine) => escapeLine(engine)),
  };
}

/** Builds the node of a page as a test subject. */
export function buildSubject(page: ReportPage): object {
  return {
    '@id': getPageIri(page),
    '@type': 'TestSubject',
    ...(page.title === null ? {} : { title: escapeLine(page.title, TITLE_MAX) }),
    description: escapeLine(
      isBrokenLink(page) ? `Broken link: ${describeBrokenLink(page)}` : page.detail,
      TITLE_MAX,
    ),
    ...(page.startedAt === null ? {} : { date: page.startedAt }),
  };
}

/** Builds the node of a rule as a test case, which is part of its success criteria. */
export function buildTestCase(rule: RuleText): object {
  return {
    '@id': getRuleIri(rule),
    '@type': 'TestCase',
    title: escapeLine(`${rule.ruleId}: ${rule.help}`),
    description: escapeLine(rule.description),
    source: `urn:${getRuleSource(rule.ruleId)}`,
    isPartOf: rule.successCriteria.map(getCriterionIri),
  };
}

/** Builds the nodes of the success criteria of some rules. */
export function buildRequirements(rules: Iterable<RuleText>): object[] {
  const numbers = new Set([...rules].flatMap(({ successCriteria }) => successCriteria));
  return [...numbers].sort().map((number) => ({
    '@id': getCriterionIri(number),
    '@type': 'TestRequirement',
    title: `WCAG ${number} ${findCriterion(number)?.name ?? ''}`.trim(),
    isPartOf: WCAG,
  }));
}

/** Returns the IRI of a criterion: W3C's anchor, which is the last part of the URL of its explanation. */
function getCriterionIri(number: string): string {
  return `${WCAG}#${findCriterion(number)?.url.split('/').at(-1) ?? number}`;
}
