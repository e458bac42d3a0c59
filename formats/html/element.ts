import type { FindingKind } from '../../core/findings/finding-kind.ts';
import { getLastStep } from '../../core/reports/last-step.ts';
import type { ReportDecision, ReportNode } from '../../core/reports/report.ts';
import { toSentence } from '../../core/text/sentence.ts';
import type { PageIndex } from './page-index.ts';
import { renderElementPath, renderTime, truncateText } from './parts.ts';
import { renderPicture } from './pictures.ts';
import { describeState } from './states.ts';
import { html, type Markup } from './template.ts';

/** What `renderElement` needs besides the element. */
export interface ElementContext {
  kind: FindingKind;
  pages: PageIndex;
  /** Base64 of its picture, if the report includes it. */
  picture: string | undefined;
  /** True if there is a baseline; else states mean nothing. */
  compared: boolean;
  /** The decision of a person that this element is a problem, if there is one. */
  decision?: ReportDecision | undefined;
  /** True if the element is listed under its page, so that the page is not repeated. */
  underPage?: boolean;
}

/** Returns one element: how to fix it, its markup, picture, page, path, state and fingerprint. */
export function renderElement(node: ReportNode, context: ElementContext): Markup {
  return html`
<p class="fix"><span class="label">${context.kind === 'review' ? 'To check:' : 'How to fix:'}</span> ${toSentence(truncateText(node.howToFix, 600))}</p>
<pre><code>${dedent(node.html)}</code></pre>
${renderNodePicture(node, context)}
<dl class="where">
${!context.underPage && html`<div><dt>Page</dt><dd>${context.pages.renderLink(node.pageId, node.url)}</dd></div>`}
<div><dt>Element</dt><dd>${renderElementPath(node.path ?? node.target)}</dd></div>
${context.compared && html`<div><dt>State</dt><dd>${describeState(node)}</dd></div>`}
${context.decision && html`<div><dt>Decision</dt><dd>${describeDecision(node, context.decision)}: ${truncateText(context.decision.reason)} (${truncateText(context.decision.author.name)}, ${renderTime(context.decision.decidedAt)})</dd></div>`}
${node.fingerprint !== null && html`<div><dt>Fingerprint</dt><dd>${renderFingerprint(node.fingerprint)}</dd></div>`}
</dl>`;
}

/** Returns a fingerprint with a button that copies it. The script shows the button. */
export function renderFingerprint(value: string): Markup {
  return html`<code class="fingerprint">${value}</code> <button type="button" class="copy" hidden>Copy<span class="hidden"> fingerprint ${value}</span></button>`;
}

function renderNodePicture(node: ReportNode, { picture: data, pages }: ElementContext): Markup | false {
  if (node.picture === null || data === undefined) return false;
  const alt = `Picture of ${getLastStep(node.target, 80)} on ${pages.getName(node.pageId, node.url)}, and the area around it; the element is outlined.`;
  const { takenBy } = node.picture;
  return html`${renderPicture(node.picture, data, alt)}${takenBy && html`<p class="note">An earlier scan took this picture on ${renderTime(takenBy.at)}; the finding has not changed since.</p>`}`;
}

/** Returns markup without the indentation that all lines after the first share. */
function dedent(markup: string): string {
  const [first = '', ...further] = markup.split('\n');
  const indents = further
    .filter((line) => line.trim() !== '')
    .map((line) => line.length - line.trimStart().length);
  const shared = Math.min(...indents, Number.MAX_SAFE_INTEGER);
  return [first, ...further.map((line) => line.slice(shared))].join('\n');
}

/** Returns what a person decided; with a note if the decision does not apply any more. */
function describeDecision(node: ReportNode, { decision }: ReportDecision): string {
  const verdict = decision === 'fine' ? 'Fine' : 'Problem';
  return node.decision === 'outdated'
    ? `${verdict}, but the element, the rule or the settings of the scan are not the same. It needs review again`
    : verdict;
}
