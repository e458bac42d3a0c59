import type { IssueGroup, ReportNode, RuleFindings } from '../../core/reports/report.ts';
import { toSentence } from '../../core/text/sentence.ts';
import { countGroupElements, describeOneFix, formatGroupElements } from '../parts/groups.ts';
import { formatCount, formatNumber } from '../parts/words.ts';
import { notShownOf, renderByPage } from './by-page.ts';
import { renderElement } from './element.ts';
import type { PageIndex } from './page-index.ts';
import { badge, capital, criteriaLinks, lastStep, link } from './parts.ts';
import type { Pictures } from './pictures.ts';
import { stateBadges, statesOf } from './states.ts';
import { html, type Markup } from './template.ts';

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
  const claim = describeOneFix(group);
  return html`
<article class="issue ${group.impact}" id="${id}" aria-labelledby="${id}-name" data-impact="${group.impact}" data-rule="${group.ruleId}" data-states="${statesOf(group).join(' ')}" data-pages="${pages.numbers(group.pageIds)}" data-elements="${countGroupElements(group)}">
<h3 id="${id}-name">${rule?.help ?? group.ruleId}<span class="hidden">: </span> <code class="which">${lastStep(group.example.target, 60)}</code></h3>
<p class="facts">${badge(group.impact)} ${context.compared && stateBadges(group)}<span>${formatGroupElements(group)}${group.suppressed === 0 && ` on ${formatCount(group.pageIds.length, 'page')}`}</span>${claim !== '' && html` <span>${capital(claim)}</span>`}</p>
<div class="body">
${group.byEngine > 0 && html`<p class="note">${byEngine(group)}</p>`}
${example && element(example, false)}
<dl class="about">
${rule?.affects && html`<div><dt>Whom it affects</dt><dd>${capital(toSentence(rule.affects))}</dd></div>`}
${rule?.remedy && html`<div><dt>In general</dt><dd>${rule.remedy}</dd></div>`}
<div><dt>Asked for by</dt><dd>${askedForBy(rule)}</dd></div>
<div><dt>Rule</dt><dd><code>${group.ruleId}</code>${rule && html`: ${toSentence(rule.description)}`}${rule?.helpUrl && html` <span class="out">${link(rule.helpUrl, `How to fix “${group.ruleId}”, with examples`)}</span>`}</dd></div>
</dl>
${!brief && renderByPage({ group, elements: others, pages, compared: context.compared, render: (node) => element(node, true) })}
${notShownOf(others.length + 1, counted, group.unlisted)}
${group.suppressed > 0 && html`<p class="note">${formatCount(group.suppressed, 'more finding')} of this ${group.suppressed === 1 ? 'is' : 'are'} <a href="#suppressed">suppressed</a>.</p>`}
</div>
</article>`;

  function element(node: ReportNode, underPage: boolean): Markup {
    const { pictures, compared } = context;
    return renderElement(node, { kind: group.kind, pages, picture: pictures.get(node), compared, underPage });
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
  return `${all ? 'What is new here' : `${formatNumber(number)} of what is new here`} comes of a change of the rules or the browser, not of the site.`;
}

function askedForBy(rule: RuleFindings | undefined): Markup {
  const criteria = rule?.criteria ?? [];
  if (criteria.length === 0) return html`Good practice; no WCAG success criterion asks for it`;
  return html`${criteriaLinks(criteria)}`;
}
