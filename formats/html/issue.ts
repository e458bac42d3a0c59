import { countListed } from '../../core/reports/count-listed.ts';
import { getLastStep } from '../../core/reports/last-step.ts';
import type { IssueGroup, ReportDecision, ReportNode, RuleFindings } from '../../core/reports/report.ts';
import { getRuleSource } from '../../core/rule-sets/rules.ts';
import { toSentence } from '../../core/text/sentence.ts';
import {
  countGroupElements,
  describeOneFix,
  formatGroupElements,
  isPageCountKnown,
} from '../parts/groups.ts';
import { formatCount, formatNumber } from '../parts/words.ts';
import { describeShown, renderByPage } from './by-page.ts';
import { renderElement } from './element.ts';
import type { PageIndex } from './page-index.ts';
import { capitalize, renderCriteriaLinks, renderImpact, renderLink } from './parts.ts';
import type { Pictures } from './pictures.ts';
import { listStates, renderStates } from './states.ts';
import { html, type Markup } from './template.ts';

/** One issue group, with the elements that the report shows. */
export interface Issue {
  /** Its id in the document, e.g. `issue-3`. */
  id: string;
  group: IssueGroup;
  /** Undefined only if the report does not list the rule of its own group. */
  rule: RuleFindings | undefined;
  /** The example first. */
  elements: readonly ReportNode[];
}

export interface IssueContext {
  pages: PageIndex;
  pictures: Pictures;
  /** True if there is a baseline; else states mean nothing. */
  compared: boolean;
  /** Returns the decision of a person on an element. */
  findDecision(node: ReportNode): ReportDecision | undefined;
}

/**
 * Returns an issue: what is wrong, whom it affects, how to fix it, and where it is.
 * @param exampleOnly omits all other elements
 */
export function renderIssue(
  { id, group, rule, elements }: Issue,
  context: IssueContext,
  exampleOnly: boolean,
): Markup {
  const { pages } = context;
  const counted = countListed(group);
  const [example, ...others] = exampleOnly ? elements.slice(0, 1) : elements;
  const fine = group.decidedFine ?? 0;
  const outdated = group.decisionsOutdated ?? 0;
  const oneFix = describeOneFix(group);
  return html`
<article class="issue ${group.impact}" id="${id}" aria-labelledby="${id}-name" data-impact="${group.impact}" data-rule="${group.ruleId}" data-states="${listStates(group).join(' ')}" data-pages="${pages.formatNumbers(group.pageIds)}" data-elements="${countGroupElements(group)}">
<h3 id="${id}-name">${rule?.help ?? group.ruleId}<span class="hidden">: </span> <code class="which">${getLastStep(group.example.target, 60)}</code></h3>
<p class="facts">${renderImpact(group.impact)} ${context.compared && renderStates(group)}<span>${formatGroupElements(group)}${isPageCountKnown(group) && ` on ${formatCount(group.pageIds.length, 'page')}`}</span>${oneFix !== '' && html` <span>${capitalize(oneFix)}</span>`}</p>
<div class="body">
${group.byEngine > 0 && html`<p class="note">${describeEngineChange(group)}</p>`}
${group.decidedProblems && html`<p class="note">The rule could not decide. A person decided that ${counted === 1 ? 'this is a problem' : 'these are problems'}.</p>`}
${outdated > 0 && html`<p class="note">A person decided about ${formatCount(outdated, 'finding')} of this group before. The element, the rule or the settings of the scan are not the same.</p>`}
${example && renderNode(example, false)}
<dl class="about">
${rule?.affects && html`<div><dt>Whom it affects</dt><dd>${capitalize(toSentence(rule.affects))}</dd></div>`}
${rule?.remedy && html`<div><dt>General fix</dt><dd>${rule.remedy}</dd></div>`}
<div><dt>Success criteria</dt><dd>${renderCriteria(rule)}</dd></div>
<div><dt>Rule</dt><dd><code>${group.ruleId}</code> of ${getRuleSource(group.ruleId)}${rule && html`: ${toSentence(rule.description)}`}${rule?.helpUrl && html` <span class="out">${renderLink(rule.helpUrl, `How to fix “${group.ruleId}”, with examples`)}</span>`}</dd></div>
${rule?.assumptions && html`<div><dt>How it can be wrong</dt><dd>The check assumes: ${rule.assumptions}</dd></div>`}
</dl>
${!exampleOnly && renderByPage({ group, elements: others, pages, compared: context.compared, render: (node) => renderNode(node, true) })}
${describeShown(others.length + 1, counted, group.unlisted)}
${group.suppressed > 0 && html`<p class="note">${formatCount(group.suppressed, 'more finding')} of this group ${group.suppressed === 1 ? 'is' : 'are'} <a href="#suppressed">suppressed</a>.</p>`}
${fine > 0 && html`<p class="note">A person decided that ${formatCount(fine, 'more finding')} of this group ${fine === 1 ? 'is' : 'are'} <a href="#decided">fine</a>.</p>`}
</div>
</article>`;

  function renderNode(node: ReportNode, underPage: boolean): Markup {
    const { pictures, compared } = context;
    return renderElement(node, {
      kind: group.kind,
      pages,
      picture: pictures.get(node),
      compared,
      decision: context.findDecision(node),
      underPage,
    });
  }
}

/** Returns the bytes of the pictures in an issue. */
export function countPictureBytes({ elements }: Issue, pictures: Pictures, exampleOnly: boolean): number {
  return (exampleOnly ? elements.slice(0, 1) : elements).reduce(
    (sum, node) => sum + (pictures.get(node)?.length ?? 0),
    0,
  );
}

function describeEngineChange({ byEngine, byState }: IssueGroup): string {
  const which = byEngine === byState.new + byState.regressed ? 'all' : `${formatNumber(byEngine)} of the`;
  return `A change of the rules or the browser, not of the site, caused ${which} new findings of this group.`;
}

function renderCriteria(rule: RuleFindings | undefined): Markup {
  const criteria = rule?.criteria ?? [];
  if (criteria.length === 0) return html`None: it is a best practice`;
  return html`${renderCriteriaLinks(criteria)}`;
}
