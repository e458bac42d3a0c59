import type { ReportFinding } from '../../core/reports/report-source.ts';
import { formatElementPath } from '../../core/scans/selector-text.ts';
import { truncate } from '../../core/text/line.ts';
import { escapeXmlLine } from '../escaping/xml.ts';

type Attributes = Record<string, string | number>;

/** Returns an opening tag with escaped values. */
export function renderOpeningTag(name: string, attributes: Attributes): string {
  const given = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escapeXmlLine(String(value), VALUE_MAX)}"`,
  );
  return `<${name}${given.join('')}>`;
}

/** An element that holds nothing but lines of text. */
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
const SPELLED_MAX = 100;

/**
 * Octets of findings that are spelled out in a whole file: those that fail, and the others. GitLab reads no file of
 * 30 MB or more (https://docs.gitlab.com/ci/testing/unit_test_reports); the tests themselves take the rest.
 */
const octetsMax = { failure: 8_000_000, 'system-out': 4_000_000 };
type Element = keyof typeof octetsMax;

/** Spells findings out in the tests of one file as long as there is room, and counts those that it does not. */
export class FindingDetails {
  readonly #left: Record<Element, number> = { ...octetsMax };

  /** The findings as an element of a test; nothing when there are none. */
  element(name: Element, attributes: Record<string, string>, findings: readonly ReportFinding[]): string {
    if (findings.length === 0) return '';
    const lines = this.#left[name] > 0 ? findings.slice(0, SPELLED_MAX).map(lineOf) : [];
    const text = renderTextElement(name, attributes, [...lines, ...moreOf(findings.length, lines.length)]);
    if (lines.length > 0) this.#left[name] -= Buffer.byteLength(text);
    return text;
  }
}

function lineOf({ kind, node }: ReportFinding): string {
  const facts = [
    node.impact,
    kind === 'review' ? 'needs review' : '',
    node.state,
    node.cause === 'engine' ? 'by a change of the engine' : '',
    node.suppressedBy === null ? '' : `suppressed by ${node.suppressedBy}`,
  ];
  const what = facts.filter((fact) => fact !== '').join(', ');
  return `- ${what}: ${node.howToFix} At ${formatElementPath(node)}: ${truncate(node.html, HTML_MAX)}`;
}

function moreOf(count: number, spelled: number): string[] {
  if (count === spelled) return [];
  if (spelled > 0) return [`- and ${count - spelled} more`];
  return [count === 1 ? '- 1 finding' : `- ${count} findings`];
}
