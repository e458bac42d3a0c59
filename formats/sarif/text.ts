import type { Message } from 'sarif';
import { escapeLine } from '../../core/text/line.ts';

/**
 * Text for a SARIF message: one line in which no viewer finds a placeholder (`{0}`, SARIF 2.1.0 section
 * 3.11.5) or a link (`[text](target)`, section 3.11.6). Braces would have to be doubled, which viewers show;
 * so they are replaced.
 * @param max UTF-16 units that are kept
 */
export function escapeMessageText(text: string, max: number): string {
  return escapeLine(text, max).replaceAll('{', '(').replaceAll('}', ')').replaceAll('](', '] (');
}

export function buildMessage(text: string, max: number): Message {
  return { text: escapeMessageText(text, max) || '(no text)' };
}
