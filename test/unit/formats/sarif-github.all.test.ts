import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { toReportSource } from '../../../core/reports/report-source.ts';
import { RESULTS_MAX, renderSarifGithub } from '../../../formats/sarif/sarif-github.ts';
import { finding, page, report, textOf } from './report.ts';

it('the profile for GitHub code scanning stays below 10 MB if every group is on many pages with long URLs that cannot be compressed', async () => {
  let seed = 1;
  const noise = () => {
    seed = Math.imul(seed, 48_271) >>> 0;
    return seed.toString(36);
  };
  const long = (length: number) => Array.from({ length: length / 6 }, noise).join('');
  const pages = Array.from({ length: 1_000 }, (_, at) =>
    page(`p${at}`, `https://shop.example/${long(1_800)}`),
  );
  const pageIds = pages.map(({ id }) => id);
  const findings = Array.from({ length: RESULTS_MAX }, (_, at) =>
    finding('image-alt', `#e${at}`, { issueGroup: `grp_${at}`, howToFix: long(900) }),
  );
  const made = report({
    pages,
    findings,
    overrides: ({ issueGroups }) => ({ issueGroups: issueGroups.map((group) => ({ ...group, pageIds })) }),
  });
  const text = await textOf(renderSarifGithub(toReportSource(made)));
  expect(gzipSync(text, { level: 1 }).length).toBeLessThan(10_000_000);
});
