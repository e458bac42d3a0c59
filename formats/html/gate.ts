import { describeThreshold } from '../../core/gate/describe-threshold.ts';
import type { FailOn } from '../../core/gate/fail-on.ts';
import type { Gate, GateResult } from '../../core/gate/gate.ts';
import type { GateReason } from '../../core/gate/gate-reasons.ts';
import { describeResolution, gateWords } from '../../core/gate/resolutions.ts';
import type { Report } from '../../core/reports/report.ts';
import { toSentence } from '../../core/text/sentence.ts';
import { formatCount, formatNumber } from '../parts/words.ts';
import { html, type Markup } from './template.ts';

const meanings: Record<GateResult, string> = {
  passed: 'No threshold was exceeded, and enough pages were scanned to decide.',
  failed: 'Reasons:',
  inconclusive: 'No threshold was exceeded, but the scan cannot show that the gate passes:',
};

/** Returns the result of the gate with its reasons; false if the scan has no gate. */
export function renderGate(report: Report): Markup | false {
  const { gate, scan } = report;
  const { result } = gate;
  if (result === null) return false;
  return html`
<div class="gate ${result}">
<h3>Gate ${gateWords[result]}</h3>
<p>${meanings[result]}</p>
${gate.reasons.length > 0 && html`<ul>${gate.reasons.map(({ code, message }) => renderReason(code, message))}</ul>`}
${gate.counted && html`<p class="note">${describeCounted(gate.counted)}${ignoresBestPractice(report) && ' Best-practice findings are not counted: the gate has no threshold for them.'}</p>`}
${scan.config.failOn && html`<p class="note">The gate fails ${describeThresholds(scan.config.failOn)}.</p>`}
</div>`;
}

/** Returns a reason; if the gate is not decided because of it, with whose turn it is and what resolves it. */
function renderReason(code: GateReason, message: string): Markup {
  const resolution = describeResolution(code);
  return html`<li>${toSentence(message)}${resolution !== null && html`<br>What to do – ${resolution}`}</li>`;
}

function describeCounted({
  findings,
  new: newFindings,
  suppressed,
  decidedFine = 0,
  engine,
}: NonNullable<Gate['counted']>): string {
  const notCounted = [
    suppressed > 0 && `${formatNumber(suppressed)} suppressed`,
    decidedFine > 0 && `${formatNumber(decidedFine)} that a person decided to be fine`,
    engine > 0 && `${formatNumber(engine)} caused by a change of the rules or the browser`,
  ].filter((text) => text !== false);
  return `${formatCount(findings, 'finding')} counted, ${formatNumber(newFindings)} of them new${notCounted.length > 0 ? `; not counted: ${notCounted.join(', ')}` : ''}.`;
}

/** True if the report has best-practice findings that the gate does not count. */
function ignoresBestPractice({ scan, violations }: Report): boolean {
  return (
    scan.config.failOn?.bestPractice === undefined && violations.some(({ bestPractice }) => bestPractice)
  );
}

/** Returns the thresholds of a gate in words that follow "fails", without a full stop. */
export function describeThresholds({ bestPractice, review, minCoverage, ...own }: FailOn): string {
  const texts = [...listThresholds(own), ...listThresholds(bestPractice ?? {}, 'best-practice ')];
  const reviewText = review ? '. Findings that need review count as violations' : '';
  return `on ${texts.join(', or on ')}; it is not decided if less than ${minCoverage} % of the attempted pages were scanned${reviewText}`;
}

function listThresholds(
  { new: newAtLeast, any, total }: Pick<FailOn, 'new' | 'any' | 'total'>,
  which: '' | 'best-practice ' = '',
): string[] {
  const kind = which === '' ? 'violation' : 'best-practice finding';
  return [
    newAtLeast !== undefined && `a new or regressed ${kind} ${describeThreshold(newAtLeast)}`,
    any !== undefined && `any ${kind} ${describeThreshold(any)}`,
    total !== undefined && `more than ${formatCount(total, kind)}`,
  ].filter((text) => text !== false);
}
