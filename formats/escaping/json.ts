import { escapeJson } from '../../core/text/json.ts';
import type { ReportRenderer } from '../form.ts';

/** Returns the format with every active character and every command of a build log in its JSON escaped. */
export function withEscapedJson(form: ReportRenderer): ReportRenderer {
  return async function* (source) {
    for await (const piece of form(source)) yield escapeJson(piece);
  };
}
