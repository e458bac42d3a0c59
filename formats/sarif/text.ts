import type { Message } from 'sarif';
import { escapeLine } from '../../core/text/line.ts';

/**
 * Returns text for a SARIF message: one line in which no viewer finds a placeholder (`{0}`, SARIF 2.1.0 section
 * 3.11.5) or a link (`[text](target)`, section 3.11.6). Braces and brackets are replaced, because doubled braces, the
 * escape of SARIF, are shown as doubled by viewers.
 * @param max maximum length in UTF-16 units
 */
export function escapeMessageText(text: string, max: number): string {
  return escapeLine(text, max).replaceAll('{', '(').replaceAll('}', ')').replaceAll('](', '] (');
}

export function buildMessage(text: string, max: number): Message {
  return { text: escapeMessageText(text, max) || '(no text)' };
}
