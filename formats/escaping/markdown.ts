import { escapeLine } from '../../core/text/line.ts';

/**
 * Returns text from a page as a code span on one line. In a code span, Markdown has no links, images, HTML or
 * escapes, and GitHub and GitLab do not look for mentions and references
 * (https://spec.commonmark.org/0.31.2/#code-spans).
 * @param max maximum length in UTF-16 units
 */
export function formatCodeSpan(text: string, max: number): string {
  const line = escapeLine(text, max) || '(empty)';
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const padding = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${padding}${line}${padding}${fence}`;
}

/**
 * Text that GitHub and GitLab turn into links: mentions, issues and requests by number, labels, milestones, commits,
 * addresses, emoji and mathematics.
 */
const REFERENCE = /[@#!$%~^&:]\S|GH-\d|www\.|\b[\da-f]{7,40}\b/i;

/** Returns our own text; as a code span if Markdown would interpret any of it. */
export function formatProse(text: string, max: number): string {
  const line = escapeLine(text, max);
  if (line === '' || REFERENCE.test(line)) return formatCodeSpan(line, max);
  return line
    .replace(/[\\`*_{}[\]|]/g, '\\$&')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/^(\d*)([-+=.)#])/, '$1\\$2');
}
