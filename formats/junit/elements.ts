import type { Report } from '../../core/reports/report.ts';
import type { ReportFinding } from '../../core/reports/report-source.ts';
import { formatElementPath } from '../../core/scans/selector-text.ts';
import { truncate } from '../../core/text/line.ts';
import { toSentence } from '../../core/text/sentence.ts';
import { escapeXmlLine } from '../escaping/xml.ts';
import { describeReason } from '../parts/decision-text.ts';
import { createDecisionFinder, decisionTexts } from '../parts/decisions.ts';

type Attributes = Record<string, string | number>;

/** Returns an opening tag with escaped values. */
export function renderOpeningTag(name: string, attributes: Attributes): string {
  const attributeTexts = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escapeXmlLine(String(value), VALUE_MAX)}"`,
  );
  return `<${name}${attributeTexts.join('')}>`;
}

/** Returns an element that contains only lines of text. */
export function renderTextElement(name: string, attributes: Attributes, lines: readonly string[]): string {
  const content = lines.map((line) => `${escapeXmlLine(line, LINE_MAX)}\n`).join('');
  return `${renderOpeningTag(name, attributes)}\n${content}</${name}>\n`;
}

export function renderTestCase(classname: string, name: string, content = ''): string {
  return `${renderOpeningTag('testcase', { classname, name })}${content === '' ? '' : `\n${content}`}</testcase>\n`;
}

const VALUE_MAX = 2_500;
const LINE_MAX = 3_000;

const HTML_MAX = 300;
const DETAILED_MAX = 100;

/**
 * Maximum number of bytes of findings with details in one file: failing ones and others. GitLab does not parse a file
 * of 30 MB or more (https://docs.gitlab.com/ci/testing/unit_test_reports); the tests themselves take the rest.
 */
const bytesMax = { failure: 8_000_000, 'system-out': 4_000_000 };
type Element = keyof typeof bytesMax;

/** Renders the details of findings in the tests of one file within a byte limit, and counts the other findings. */
export class FindingDetails {
  readonly #remainingBytes: Record<Element, number> = { ...bytesMax };
  readonly #findDecision: ReturnType<typeof createDecisionFinder>;

  constructor(head: Pick<Report, 'decisions'>) {
    this.#findDecision = createDecisionFinder(head);
  }

  /** Returns the findings as an element of a test; an empty string if there are no findings. */
  render(name: Element, attributes: Record<string, string>, findings: readonly ReportFinding[]): string {
    if (findings.length === 0) return '';
    const detailed = this.#remainingBytes[name] > 0 ? findings.slice(0, DETAILED_MAX) : [];
    const lines = detailed.map((finding) =>
      describeFinding(finding, describeReason(this.#findDecision(finding.node))),
    );
    const text = renderTextElement(name, attributes, [
      ...lines,
      ...describeOmitted(findings.length, lines.length),
    ]);
    if (lines.length > 0) this.#remainingBytes[name] -= Buffer.byteLength(text);
    return text;
  }
}

/** @param reason of the decision about the finding; empty without a decision */
function describeFinding({ kind, node }: ReportFinding, reason: string): string {
  const facts = [
    node.impact,
    kind === 'review' ? 'needs review' : '',
    node.state,
    node.cause === 'engine' ? 'by a change of the engine' : '',
    node.suppressedBy === null ? '' : `suppressed by ${node.suppressedBy}`,
    node.decision == null ? '' : decisionTexts[node.decision],
  ];
  const what = facts.filter((fact) => fact !== '').join(', ');
  const toDo = reason === '' ? node.howToFix : `${toSentence(node.howToFix)} ${reason}`;
  return `- ${what}: ${toDo} At ${formatElementPath(node)}: ${truncate(node.html, HTML_MAX)}`;
}

function describeOmitted(count: number, detailed: number): string[] {
  if (count === detailed) return [];
  if (detailed > 0) return [`- and ${count - detailed} more`];
  return [count === 1 ? '- 1 finding' : `- ${count} findings`];
}
