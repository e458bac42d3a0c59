import { escapeJson } from '../../core/text/json.ts';
import type { ReportRenderer } from '../report-renderer.ts';

/** Returns a renderer that escapes every active character and every build log command in the JSON of the given one. */
export function withEscapedJson(render: ReportRenderer): ReportRenderer {
  return async function* (source) {
    for await (const piece of render(source)) yield escapeJson(piece);
  };
}
