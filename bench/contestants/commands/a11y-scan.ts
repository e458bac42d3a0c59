import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Report } from '../../../core/reports/report.ts';
import { isScanned } from '../../../core/scans/page-outcome.ts';
import { toFindings } from '../report-findings.ts';
import { type Command, type CommandJob, getPath } from './command.ts';

/**
 * Returns our own command, which writes a JSON report.
 * @param cacheOf returns the cache folder of the unpacked browser
 */
export function createA11yScanCommand(
  cacheOf: (job: CommandJob) => string = ({ ours }) => ours.cache,
): Command {
  const getReportPath = ({ folder }: CommandJob) => join(folder, 'report.json');
  return {
    prepare: async (job) => ({
      script: job.ours.script,
      args: [
        'local',
        ...job.urls,
        ...['--no-config', '--crawl', 'none', '--rules', 'wcag-aa,best-practice', '--fail-on', 'nothing'],
        ...['--concurrency', String(job.concurrency), '--output', `json=${getReportPath(job)}`],
      ],
      env: { A11Y_SCAN_CACHE: cacheOf(job) },
      worked: [0],
    }),
    async findings(job) {
      const report: Report = JSON.parse(await readFile(getReportPath(job), 'utf8'));
      const rules = [
        ...report.violations.map((rule) => ({ ...rule, kind: 'violation' as const })),
        ...report.needsReview.map((rule) => ({ ...rule, kind: 'review' as const })),
      ];
      return report.pages.map(({ id, requestedUrl, outcome, detail }) => ({
        path: getPath(requestedUrl),
        ...(isScanned(outcome) ? {} : { error: detail }),
        findings: toFindings(
          rules.map((rule) => ({ ...rule, nodes: rule.nodes.filter(({ pageId }) => pageId === id) })),
        ),
      }));
    },
  };
}
