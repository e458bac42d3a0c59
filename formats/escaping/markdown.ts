import { escapeLine } from '../../core/text/line.ts';

/**
 * Text from a page as a code span on one line: within one, Markdown has no links, images, HTML or escapes,
 * and GitHub and GitLab look for no mentions and references (https://spec.commonmark.org/0.31.2/#code-spans).
 * @param max UTF-16 units of the text that are kept
 */
export function formatCodeSpan(text: string, max: number): string {
  const line = escapeLine(text, max) || '(empty)';
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const padding = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${padding}${line}${padding}${fence}`;
}

/**
 * What GitHub and GitLab make links of in running text: mentions, issues and requests by number, labels,
 * milestones, commits, addresses, emoji and mathematics.
 */
const REFERENCE = /[@#!$%~^&:]\S|GH-\d|www\.|\b[\da-f]{7,40}\b|[A-Za-z][\w.+-]*:\/\//i;

/** Our own words as running text; as a code span where a reader of Markdown would make something of them. */
export function formatProse(text: string, max: number): string {
  const line = escapeLine(text, max);
  if (line === '' || REFERENCE.test(line)) return formatCodeSpan(line, max);
  return line
    .replace(/[\\`*_{}[\]|]/g, '\\$&')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/^(\d*)([-+=.)#])/, '$1\\$2');
}
