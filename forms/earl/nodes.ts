import type { Report, ReportPage } from '../../core/reports/report.ts';
import { escapeLine } from '../../core/text/line.ts';
import { criterionByNumber } from '../../core/wcag/criteria.ts';
import { uriOf } from '../escaping/uri.ts';
import { brokenLinkText, isBrokenLink } from '../parts/broken-links.ts';
import type { RuleText } from '../parts/rule-texts.ts';

const WCAG = 'https://www.w3.org/TR/WCAG22/';
const TITLE_MAX = 500;

/** What names the service among the nodes of the file. */
export const ASSERTOR = 'urn:a11y-scan-service';

/** What names a rule: W3C's examples take the address of the test. */
export function ruleIri({ ruleId, helpUrl }: RuleText): string {
  return helpUrl ?? `urn:axe-core:rule:${encodeURIComponent(ruleId)}`;
}

/** What names a page: its address. */
export function pageIri({ requestedUrl }: ReportPage): string {
  return uriOf(requestedUrl);
}

/** Who asserts: the service with the engines that it ran. */
export function assertor(head: Report): object {
  const engines = [
    ...new Set(head.engines.flatMap(({ axe, browser }) => [`axe-core ${axe}`, browser])),
  ].sort();
  return {
    '@id': ASSERTOR,
    '@type': ['Software', 'earl:Assertor'],
    title: 'Accessibility scanning service',
    description: escapeLine(head.limits.statement),
    hasVersion: engines.map((engine) => escapeLine(engine)),
  };
}

/** A page as what was tested. */
export function subject(page: ReportPage): object {
  return {
    '@id': pageIri(page),
    '@type': 'TestSubject',
    ...(page.title === null ? {} : { title: escapeLine(page.title, TITLE_MAX) }),
    description: escapeLine(
      isBrokenLink(page) ? `Broken link: ${brokenLinkText(page)}` : page.detail,
      TITLE_MAX,
    ),
    ...(page.startedAt === null ? {} : { date: page.startedAt }),
  };
}

/** A rule as a test case, part of the criteria that it is about. */
export function testCaseOf(rule: RuleText): object {
  return {
    '@id': ruleIri(rule),
    '@type': 'TestCase',
    title: escapeLine(`${rule.ruleId}: ${rule.help}`),
    description: escapeLine(rule.description),
    isPartOf: rule.successCriteria.map(criterionIri),
  };
}

/** The criteria that some rules are about. */
export function requirementsOf(rules: Iterable<RuleText>): object[] {
  const numbers = new Set([...rules].flatMap(({ successCriteria }) => successCriteria));
  return [...numbers].sort().map((number) => ({
    '@id': criterionIri(number),
    '@type': 'TestRequirement',
    title: `WCAG ${number} ${criterionByNumber(number)?.name ?? ''}`.trim(),
    isPartOf: WCAG,
  }));
}

/** W3C's own anchor of a criterion, which the address of its explanation ends with. */
function criterionIri(number: string): string {
  return `${WCAG}#${criterionByNumber(number)?.url.split('/').at(-1) ?? number}`;
}
