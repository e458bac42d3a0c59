import type { ReportFormat } from '../../core/reports/report-formats.ts';
import type { ScanDecision } from './decide-scan.ts';
import type { Inputs } from './inputs.ts';

/**
 * The command line that makes the scan that was decided. A scan in place of one by the service takes the rules only:
 * the other inputs are for the service.
 * @param outputs where each form of the report goes
 */
export function buildCommandLine(
  decision: Exclude<ScanDecision, { kind: 'skip' }>,
  inputs: Inputs,
  outputs: Partial<Record<ReportFormat, string>>,
): string[] {
  const { site, url, rules, failOn, args } = inputs;
  const isInstead = decision.kind === 'local' && decision.instead;
  const flags = [
    ...(rules.length > 0 ? [`--rules=${rules.join(',')}`] : []),
    ...(isInstead ? [] : failOn.map((each) => `--fail-on=${each}`)),
    ...Object.entries(outputs).map(([format, path]) => `--output=${format}=${path}`),
    ...(isInstead ? [] : args),
  ];
  if (decision.kind === 'local') return ['local', ...flags, '--', ...decision.urls];
  return [
    'trigger',
    ...(site === null ? [] : [`--site=${site}`]),
    ...(url === null ? [] : [`--url=${url}`]),
    ...flags,
  ];
}
