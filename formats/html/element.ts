import type { FindingKind } from '../../core/findings/finding-kind.ts';
import type { ReportNode } from '../../core/reports/report.ts';
import { toSentence } from '../../core/text/sentence.ts';
import type { PageIndex } from './page-index.ts';
import { clip, lastStep, time, wayTo } from './parts.ts';
import { pictureOf } from './pictures.ts';
import { stateOf } from './states.ts';
import { html, type Markup } from './template.ts';

/** What is needed to show one element beside the element itself. */
export interface ElementContext {
  kind: FindingKind;
  pages: PageIndex;
  /** Base64 of its picture, where the file has it. */
  picture: string | undefined;
  /** Whether states say anything. */
  compared: boolean;
  /** Whether its page is named beside it. */
  underPage?: boolean;
}

/** One element: how to fix it, its code, its picture, where it is, and what to call it by. */
export function renderElement(node: ReportNode, context: ElementContext): Markup {
  return html`
<p class="fix"><span class="label">${context.kind === 'review' ? 'To check:' : 'How to fix:'}</span> ${toSentence(clip(node.howToFix, 600))}</p>
<pre><code>${dedent(node.html)}</code></pre>
${picture(node, context)}
<dl class="where">
${!context.underPage && html`<div><dt>Page</dt><dd>${context.pages.linked(node.pageId, node.url)}</dd></div>`}
<div><dt>Element</dt><dd>${wayTo(node.path ?? node.target)}</dd></div>
${context.compared && html`<div><dt>State</dt><dd>${stateOf(node)}</dd></div>`}
${node.fingerprint !== null && html`<div><dt>Fingerprint</dt><dd>${fingerprint(node.fingerprint)}</dd></div>`}
</dl>`;
}

/** A fingerprint, with the button to copy it that the script brings out. */
export function fingerprint(value: string): Markup {
  return html`<code class="fingerprint">${value}</code> <button type="button" class="copy" hidden>Copy<span class="hidden"> fingerprint ${value}</span></button>`;
}

function picture(node: ReportNode, { picture: data, pages }: ElementContext): Markup | false {
  if (node.picture === null || data === undefined) return false;
  const alt = `Picture of ${lastStep(node.target, 80)} on ${pages.name(node.pageId, node.url)}, with what is around it; the element is outlined.`;
  const { takenBy } = node.picture;
  return html`${pictureOf(node.picture, data, alt)}${takenBy && html`<p class="note">An earlier scan took this picture on ${time(takenBy.at)}; the finding has not changed since.</p>`}`;
}

/** Markup as it stood in its page, without the indentation that all of its further lines share. */
function dedent(markup: string): string {
  const [first = '', ...further] = markup.split('\n');
  const indents = further
    .filter((line) => line.trim() !== '')
    .map((line) => line.length - line.trimStart().length);
  const shared = Math.min(...indents, Number.MAX_SAFE_INTEGER);
  return [first, ...further.map((line) => line.slice(shared))].join('\n');
}
