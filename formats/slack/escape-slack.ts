import { escapeText } from '../../core/text/active-characters.ts';
import { truncate } from '../../core/text/line.ts';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Matches one entity or one other character. */
const UNIT = /&(?:amp|lt|gt);|[^&]/gsu;

/**
 * Returns text for Slack. The three characters with which mentions, links and entities begin are escaped, as Slack
 * requires (https://docs.slack.dev/messaging/formatting-message-text#escaping), and invisible characters are shown.
 * @param max length of the result in UTF-16 units, which escaping makes longer
 */
export function escapeSlack(text: string, max: number): string {
  const bounded = text.length > max ? truncate(text, max) : text;
  const escaped = escapeText(bounded).replace(/[&<>]/g, (character) => entities[character] ?? '');
  if (escaped.length <= max) return escaped;
  let kept = '';
  for (const [unit] of escaped.matchAll(UNIT)) {
    if (kept.length + unit.length > max - 1) break;
    kept += unit;
  }
  return `${kept}…`;
}
