import type { FindingNode, SelectorPath } from '../../scans/page-result.ts';
import { criterionByNumber } from '../../wcag/criteria.ts';
import type { ReportNode, ReportPage, RuleFindings } from '../report.ts';
import { advisable } from './alternatives.ts';
import { anchor, badge, countOf, grouped, link } from './parts.ts';
import { html, type Markup } from './template.ts';

/** Elements of one rule that are shown in full. The form for people states what it leaves to the JSON form. */
const SHOWN = 100;
/** Elements of one rule that are shown without unfolding anything. */
const OPEN = 4;

/** What the report calls the two kinds of rule. */
export type FindingKind = 'violation' | 'review';

/** One rule with everything it found: what it is, whom it affects, where it is, what to mend. */
export function renderRule(
  kind: FindingKind,
  rule: RuleFindings,
  pages: ReadonlyMap<string, ReportPage>,
): Markup {
  const id = anchor(kind, rule.ruleId);
  const shown = rule.nodes.slice(0, SHOWN).map((node) => ({ ...node, fix: advisable(rule, node.fix) }));
  const open = shown.slice(0, OPEN);
  const folded = shown.slice(OPEN);
  const shared = sharedFix(shown);
  return html`
<article class="rule ${rule.impact}" aria-labelledby="${id}">
<h3 id="${id}" tabindex="-1">${rule.help}</h3>
<p class="facts">${badge(rule.impact)} <span>${countOf(rule.nodeCount, 'element')} on ${countOf(rule.pageCount, 'page')}</span> <span>Rule <code>${rule.ruleId}</code></span></p>
<dl class="about">
${rule.remedy && html`<div><dt>How to mend it</dt><dd>${rule.remedy}</dd></div>`}
<div><dt>What the rule does</dt><dd>${sentence(rule.description)}</dd></div>
${rule.affects && html`<div><dt>Whom it affects</dt><dd>${capital(sentence(rule.affects))}</dd></div>`}
<div><dt>Asked for by</dt><dd>${askedForBy(rule)}</dd></div>
${rule.helpUrl && html`<div><dt>Read more</dt><dd class="out">${link(rule.helpUrl, `How to fix “${rule.ruleId}”, with examples`)}</dd></div>`}
</dl>
${shared && html`<div class="shared"><p>For each of the elements below:</p>${fix(kind, shared)}</div>`}
${elements(kind, open, pages, shared === null)}
${
  folded.length > 0 &&
  html`<details><summary>${folded.length === 1 ? 'One more element' : `${grouped(folded.length)} more elements`}</summary>
${elements(kind, folded, pages, shared === null)}</details>`
}
${leftOut(rule, shown.length)}
</article>`;
}

function askedForBy(rule: RuleFindings): Markup {
  const criteria = rule.successCriteria
    .map((number) => criterionByNumber(number))
    .filter((found) => found !== undefined);
  if (criteria.length === 0) return html`Good practice; no WCAG success criterion asks for it`;
  return html`<ul class="plain">${criteria.map(
    ({ number, name, level, url }) => html`<li>${link(url, `WCAG ${number} ${name}`)} (level ${level})</li>`,
  )}</ul>`;
}

function leftOut(rule: RuleFindings, shown: number): Markup | false {
  const inJson = rule.nodes.length - shown;
  const nowhere = rule.nodeCount - rule.nodes.length;
  if (inJson === 0 && nowhere === 0) return false;
  return html`<p class="note">Shown are ${grouped(shown)} of ${countOf(rule.nodeCount, 'element')}.${
    inJson > 0 && ` The JSON form of this report has ${grouped(inJson)} more.`
  }${nowhere > 0 && ` ${grouped(nowhere)} were counted but not kept, because a page or the whole scan had too many.`}</p>`;
}

function elements(
  kind: FindingKind,
  nodes: readonly ReportNode[],
  pages: ReadonlyMap<string, ReportPage>,
  withFix: boolean,
): Markup[] {
  return [...Map.groupBy(nodes, (node) => node.pageId)].map(
    ([pageId, onPage]) => html`<div class="on-page">
<p class="page">On ${pageLink(onPage[0]?.url ?? '', pages.get(pageId)?.title ?? null)}</p>
<ol class="elements">${onPage.map((node) => element(kind, node, withFix))}</ol>
</div>`,
  );
}

/** A page by its title, with its address beside it; by its address alone when it has no title. */
export function pageLink(url: string, title: string | null): Markup {
  if (!title?.trim()) return link(url, url);
  return html`${link(url, html`<bdi>${title}</bdi>`)} <span class="url">${url}</span>`;
}

function element(kind: FindingKind, node: ReportNode, withFix: boolean): Markup {
  return html`<li>
<pre><code>${dedent(node.html)}</code></pre>
<p class="where"><span class="label">Where:</span> ${selector(node.target)}</p>
${withFix && fix(kind, node.fix)}
</li>`;
}

/** What is wrong, when it is the same for several elements, so that it is said once. */
function sharedFix(nodes: readonly ReportNode[]): FindingNode['fix'] | null {
  const [first, ...others] = nodes.map((node) => JSON.stringify(node.fix));
  const same = others.length > 0 && others.every((other) => other === first);
  return same ? (nodes[0]?.fix ?? null) : null;
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

/** axe's own sentences on an element: each says what is wrong or missing, none says what to do. */
function fix(kind: FindingKind, { any, all, none }: FindingNode['fix']): (Markup | false)[] {
  const every = [...all, ...none];
  const review = kind === 'review';
  return [
    every.length > 0 &&
      advice(
        every,
        review ? 'To check:' : every.length === 1 ? 'What is wrong:' : 'What is wrong, all of it:',
      ),
    any.length > 0 &&
      advice(
        any,
        review
          ? 'To check:'
          : any.length === 1
            ? 'What is wrong:'
            : 'Missing or wrong now; axe-core would accept any one of these put right:',
      ),
  ];
}

function advice(sentences: readonly string[], label: string): Markup {
  if (sentences.length === 1) {
    return html`<p class="fix"><span class="label">${label}</span> ${sentence(sentences[0] ?? '')}</p>`;
  }
  return html`<div class="fix"><p class="label">${label}</p><ul>${sentences.map((text) => html`<li>${sentence(text)}</li>`)}</ul></div>`;
}

/** The way to an element: through frames, and within each through shadow roots. */
function selector(target: SelectorPath): Markup {
  const frames = target.map((step) => (typeof step === 'string' ? [step] : step));
  return html`${frames.map(
    (path, frame) =>
      html`${frame > 0 && html` <span class="step">in its frame</span> `}${path.map(
        (part, depth) =>
          html`${depth > 0 && html` <span class="step">in its shadow root</span> `}<code>${part}</code>`,
      )}`,
  )}`;
}

function sentence(text: string): string {
  return /[.!?]$/.test(text.trim()) ? text : `${text}.`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
