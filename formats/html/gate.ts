import type { FailOn } from '../../core/gate/fail-on.ts';
import type { Gate, GateResult } from '../../core/gate/gate.ts';
import type { Report } from '../../core/reports/report.ts';
import { toSentence } from '../../core/text/sentence.ts';
import { formatCount, formatNumber } from '../parts/words.ts';

import { html, type Markup } from './template.ts';

const results: Record<GateResult, { title: string; meaning: string }> = {
  passed: {
    title: 'Gate passed',
    meaning: 'No threshold was crossed, and enough pages were scanned to tell.',
  },
  failed: { title: 'Gate failed', meaning: 'This is why:' },
  inconclusive: {
    title: 'Gate inconclusive',
    meaning: 'No threshold was crossed, but too little is known to let it pass:',
  },
};

/** The decision that a pipeline asked for, with its reasons; nothing when none was asked for. */
export function renderGate(report: Report): Markup | false {
  const { gate, scan } = report;
  const { result } = gate;
  if (result === null) return false;
  const { title, meaning } = results[result];
  return html`
<section class="gate ${result}" aria-labelledby="gate">
<h2 id="gate">${title}</h2>
<p>${meaning}</p>
${gate.reasons.length > 0 && html`<ul>${gate.reasons.map(({ message }) => html`<li>${toSentence(message)}</li>`)}</ul>`}
${gate.counted && html`<p class="note">${counted(gate.counted)}${leavesBestPractice(report) && ' Best-practice findings are not counted: the gate has no threshold for them.'}</p>`}
${scan.config.failOn && html`<p class="note">It fails ${thresholds(scan.config.failOn)}.</p>`}
</section>`;
}

function counted({ findings, new: fresh, suppressed, engine }: NonNullable<Gate['counted']>): string {
  const left = [
    suppressed > 0 && `${formatNumber(suppressed)} suppressed`,
    engine > 0 && `${formatNumber(engine)} caused by a change of the rules or the browser`,
  ].filter((text) => text !== false);
  return `${formatCount(findings, 'finding')} counted, ${formatNumber(fresh)} of them new${left.length > 0 ? `; left out: ${left.join(', ')}` : ''}.`;
}

/** Whether there are best-practice findings that count elsewhere in the report. */
function leavesBestPractice({ scan, violations }: Report): boolean {
  return (
    scan.config.failOn?.bestPractice === undefined && violations.some(({ bestPractice }) => bestPractice)
  );
}

/** The thresholds of a gate in words, to follow "fails". */
export function thresholds({ bestPractice, review, minCoverage, ...own }: FailOn): string {
  const texts = [...limits(own), ...limits(bestPractice ?? {}, 'best-practice ')];
  const what = review ? ' What needs review counts like a violation.' : '';
  return `on ${texts.join(', or on ')}; it is inconclusive when less than ${minCoverage} % of the attempted pages were scanned.${what}`.replace(
    /\.$/,
    '',
  );
}

function limits(
  { new: fresh, any, total }: Pick<FailOn, 'new' | 'any' | 'total'>,
  which: '' | 'best-practice ' = '',
): string[] {
  const kind = which === '' ? 'violation' : 'best-practice finding';
  const above = (impact: string) => (impact === 'critical' ? 'critical' : `${impact} or worse`);
  return [
    fresh !== undefined && `a new ${kind} that is ${above(fresh)}`,
    any !== undefined && `any ${kind} that is ${above(any)}`,
    total !== undefined && `more than ${formatCount(total, kind)}`,
  ].filter((text) => text !== false);
}
