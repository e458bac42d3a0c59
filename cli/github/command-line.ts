import type { ReportFormat } from '../../core/reports/report-formats.ts';
import type { ScanDecision } from './decide-scan.ts';
import type { Inputs } from './inputs.ts';

/**
 * Builds the command line of the decided scan. A local scan that replaces one on the service gets only the rules,
 * because the other inputs are for the service.
 * @param outputs paths of the report files, by format
 */
export function buildCommandLine(
  decision: Exclude<ScanDecision, { kind: 'skip' }>,
  inputs: Inputs,
  outputs: Partial<Record<ReportFormat, string>>,
): string[] {
  const { site, url, rules, failOn, args } = inputs;
  const isReplacement = decision.kind === 'local' && decision.instead;
  const flags = [
    ...(rules.length > 0 ? [`--rules=${rules.join(',')}`] : []),
    ...(isReplacement ? [] : failOn.map((each) => `--fail-on=${each}`)),
    ...Object.entries(outputs).map(([format, path]) => `--output=${format}=${path}`),
    ...(isReplacement ? [] : args),
  ];
  if (decision.kind === 'local') return ['local', ...flags, '--', ...decision.urls];
  return [
    'trigger',
    ...(site === null ? [] : [`--site=${site}`]),
    ...(url === null ? [] : [`--url=${url}`]),
    ...flags,
  ];
}
