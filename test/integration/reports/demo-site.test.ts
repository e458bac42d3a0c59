import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Report, reportSchema } from '../../../core/reports/report.ts';
import { resolveRuleSets } from '../../../core/rule-sets/rule-sets.ts';
import { demoFolder, renderDocument, scanDemo } from './demo-report.ts';
import { listElements } from './scan-pages.ts';

interface Fault {
  page: string;
  ruleId: string;
  kind: 'violation' | 'review';
  target: (string | string[])[];
  ruleSet: 'wcag-aa' | 'best-practice';
  impact: string;
  what: string;
}

let faults: Fault[];
let report: Report;

beforeAll(async () => {
  faults = JSON.parse(await readFile(join(demoFolder, 'faults.json'), 'utf8'));
  report = await scanDemo();
});

const line = ({ page, kind, ruleId, target, impact }: Omit<Fault, 'ruleSet' | 'what'>) =>
  `${page} ${kind} ${ruleId} ${JSON.stringify(target)} ${impact}`;

describe('a scan of the demo site', () => {
  it('scans every page', () => {
    const ends = report.pages.map(({ requestedUrl, outcome, detail }) => ({ requestedUrl, outcome, detail }));
    expect(ends.filter(({ outcome }) => outcome !== 'scanned')).toEqual([]);
    expect(ends).toHaveLength(6);
  });

  it('finds every known fault and no other, element by element', () => {
    expect(listElements(report).map(line).sort()).toEqual(faults.map(line).sort());
  });

  it('finds nothing on the page without faults', () => {
    const clean = report.pages.find((page) => page.requestedUrl.endsWith('/terms.html'));
    expect(clean).toMatchObject({ outcome: 'scanned', violations: 0, needsReview: 0 });
    expect(clean?.rules.filter((rule) => rule.result === 'passed').length).toBeGreaterThan(10);
  });

  it('returns a report that matches the published schema', () => {
    expect(reportSchema.parse(report)).toEqual(report);
  });

  it('has every fault in the rule set that the list of faults names', () => {
    for (const fault of faults) {
      expect(resolveRuleSets([fault.ruleSet]).ruleIds, fault.what).toContain(fault.ruleId);
    }
  });
});

describe('the HTML report of the demo site', () => {
  it('shows every fault', async () => {
    const document = await renderDocument(report);
    for (const found of [...report.violations, ...report.needsReview]) {
      expect(document).toContain(`<code>${found.ruleId}</code>`);
    }
    expect(document.match(/<pre>/g)).toHaveLength(faults.length);
  });
});
