import type { IssueGroup, ReportNode, RuleFindings } from '../../core/reports/report.ts';
import { countOf, grouped } from '../parts/words.ts';
import { renderElement } from './element.ts';
import type { PageIndex } from './page-index.ts';
import { badge, capital, criteriaLinks, lastStep, link, sentence } from './parts.ts';
import type { Pictures } from './pictures.ts';
import { stateBadges, statesOf } from './states.ts';
import { html, type Markup } from './template.ts';

/** Pages that are named one by one for each thing to fix. */
const PAGES_MAX = 50;

/** One thing to fix, or one to look at, with what is shown of it. */
export interface Issue {
  /** Its id in the document, e.g. `issue-3`. */
  id: string;
  group: IssueGroup;
  /** Undefined only where the report does not list the rule of its own group. */
  rule: RuleFindings | undefined;
  /** The example first. */
  elements: readonly ReportNode[];
}

/** What issues are shown with. */
export interface IssueContext {
  pages: PageIndex;
  pictures: Pictures;
  /** Whether states say anything. */
  compared: boolean;
}

/** An issue with everything, or with its example only: what is wrong, whom it affects, how to fix it, where. */
export function renderIssue(
  { id, group, rule, elements }: Issue,
  context: IssueContext,
  brief: boolean,
): Markup {
  const { pages } = context;
  const counted = group.elements - group.suppressed;
  const [example, ...others] = brief ? elements.slice(0, 1) : elements;
  const { kind } = group;
  return html`
<article class="issue ${group.impact}" id="${id}" aria-labelledby="${id}-name" data-impact="${group.impact}" data-rule="${group.ruleId}" data-states="${statesOf(group).join(' ')}" data-pages="${pages.numbers(group.pageIds)}" data-elements="${counted}">
<h3 id="${id}-name">${rule?.help ?? group.ruleId}<span class="hidden">: </span> <code class="which">${lastStep(group.example.target, 60)}</code></h3>
<p class="facts">${badge(group.impact)} ${context.compared && stateBadges(group)}<span>${countOf(counted, 'element')}${group.suppressed === 0 && ` on ${countOf(group.pageIds.length, 'page')}`}</span></p>
<div class="body">
${group.byEngine > 0 && html`<p class="note">${byEngine(group)}</p>`}
${example && element(example, kind, context)}
<dl class="about">
${rule?.affects && html`<div><dt>Whom it affects</dt><dd>${capital(sentence(rule.affects))}</dd></div>`}
${rule?.remedy && html`<div><dt>In general</dt><dd>${rule.remedy}</dd></div>`}
<div><dt>Asked for by</dt><dd>${askedForBy(rule)}</dd></div>
<div><dt>Rule</dt><dd><code>${group.ruleId}</code>${rule && html`: ${sentence(rule.description)}`}${rule?.helpUrl && html` <span class="out">${link(rule.helpUrl, `How to fix “${group.ruleId}”, with examples`)}</span>`}</dd></div>
</dl>
${
  others.length > 0 &&
  html`<details><summary>${others.length === 1 ? 'One more element' : `${grouped(others.length)} more elements`}</summary>
<ol class="elements">${others.map((node) => html`<li>${element(node, kind, context)}</li>`)}</ol></details>`
}
${pageList(group, pages, brief)}
${others.length + 1 < counted && html`<p class="note">${leftOut(others.length + 1, counted)}</p>`}
${group.suppressed > 0 && html`<p class="note">${countOf(group.suppressed, 'more finding')} of this ${group.suppressed === 1 ? 'is' : 'are'} <a href="#suppressed">suppressed</a>.</p>`}
</div>
</article>`;

  function element(node: ReportNode, of: IssueGroup['kind'], { pictures, compared }: IssueContext): Markup {
    return renderElement(node, { kind: of, pages, picture: pictures.get(node), compared });
  }
}

/** Bytes of the pictures that are in an issue. */
export function pictureBytes({ elements }: Issue, pictures: Pictures, brief: boolean): number {
  return (brief ? elements.slice(0, 1) : elements).reduce(
    (sum, node) => sum + (pictures.get(node)?.length ?? 0),
    0,
  );
}

function byEngine({ byEngine: number, byState }: IssueGroup): string {
  const all = number === byState.new + byState.regressed;
  return `${all ? 'What is new here' : `${grouped(number)} of what is new here`} comes of a change of the rules or the browser, not of the site.`;
}

function askedForBy(rule: RuleFindings | undefined): Markup {
  const criteria = rule?.criteria ?? [];
  if (criteria.length === 0) return html`Good practice; no WCAG success criterion asks for it`;
  return html`${criteriaLinks(criteria)}`;
}

function pageList({ pageIds }: IssueGroup, pages: PageIndex, brief: boolean): Markup | false {
  if (brief || pageIds.length < 2) return false;
  const named = pages.rows(pageIds.slice(0, PAGES_MAX));
  return html`<details><summary>The ${countOf(pageIds.length, 'page')} that it is on</summary>
<ul class="plain">${named}</ul>
${pageIds.length > named.length && html`<p class="note">${grouped(pageIds.length - named.length)} more; the JSON and CSV forms name them all.</p>`}
</details>`;
}

function leftOut(shown: number, all: number): string {
  return `Shown are ${grouped(shown)} of ${countOf(all, 'element')}. The JSON and CSV forms of this report have the others.`;
}
