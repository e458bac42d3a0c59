import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { toReportSource } from '../../../core/reports/report-source.ts';
import { renderGitlabAccessibility } from '../../../formats/gitlab/accessibility.ts';
import { renderGitlabCodeQuality } from '../../../formats/gitlab/code-quality.ts';
import { finding, findings, report, SUPPRESSION, textOf } from './report.ts';

const text = { type: 'string', minLength: 1 };
const ajv = new Ajv({ allErrors: true });

/**
 * GitLab's requirements for an entry: the members of its schema, app/validators/json_schemas/codeclimate.json in
 * https://gitlab.com/gitlab-org/gitlab, and of
 * https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format.
 */
const isDegradation = ajv.compile({
  type: 'object',
  required: ['description', 'check_name', 'fingerprint', 'severity', 'location'],
  properties: {
    description: text,
    check_name: text,
    fingerprint: text,
    severity: { enum: ['info', 'minor', 'major', 'critical', 'blocker'] },
    location: {
      type: 'object',
      required: ['path', 'lines'],
      properties: {
        // Relative, without ./ at the start
        path: { type: 'string', pattern: '^(?![/.])' },
        lines: {
          type: 'object',
          required: ['begin'],
          properties: { begin: { type: 'integer', minimum: 1 } },
        },
      },
    },
  },
});

describe('the code quality report for GitLab', async () => {
  const entries = JSON.parse(await textOf(renderGitlabCodeQuality(toReportSource(report()))));

  it('has the required members in each entry', () => {
    for (const entry of entries)
      expect(isDegradation(entry), JSON.stringify(isDegradation.errors)).toBe(true);
  });

  it('has an entry for each unsuppressed violation, and for each page on which some rules did not run', () => {
    const counted = findings.filter(({ kind, node }) => kind === 'violation' && node.suppressedBy === null);
    expect(entries.map(({ check_name }: { check_name: string }) => check_name)).toEqual([
      ...counted.map(({ ruleId }) => ruleId),
      ...Array.from({ length: 3 }, () => 'rules-not-run'),
    ]);
    expect(entries.map(({ severity }: { severity: string }) => severity)).toEqual([
      'critical',
      'critical',
      'critical',
      'critical',
      'major',
      'major',
      'minor',
      'info',
      'info',
      'info',
    ]);
    expect(entries.at(-1).description).toMatch(
      /^Rules not run on \/\S*: target-size\. The rule took too long\.$/,
    );
  });

  it('gives duplicates separate fingerprints, and everything else the same fingerprint in every scan', () => {
    const given: string[] = entries.map(({ fingerprint }: { fingerprint: string }) => fingerprint);
    expect(new Set(given).size).toBe(given.length);
    expect(given.slice(0, 3)).toEqual([
      findings[0]?.node.fingerprint,
      findings[1]?.node.fingerprint,
      `${findings[1]?.node.fingerprint}-2`,
    ]);
  });

  it('creates a stable fingerprint for a finding without one', async () => {
    const write = async (origin: string) => {
      const bare = finding('label', '#q', { fingerprint: null, url: `${origin}/a?b` });
      const [entry] = JSON.parse(
        await textOf(renderGitlabCodeQuality(toReportSource(report({ findings: [bare] })))),
      );
      return entry.fingerprint;
    };
    expect(await write('https://shop.example')).toMatch(/^[\da-f]{32}$/);
    expect(await write('https://shop.example')).toBe(await write('http://localhost:3000'));
  });

  it('names the source file of a page', () => {
    expect(entries[0].location).toEqual({ path: 'index.html', lines: { begin: 1 } });
    expect(entries[3].location).toEqual({ path: 'src/blog page.html', lines: { begin: 1 } });
  });

  it('is an empty list if nothing counts and every rule ran', async () => {
    const pages = report().pages.map((page) => ({ ...page, rules: [] }));
    const empty = { ...report({ findings: [] }), pages };
    expect(JSON.parse(await textOf(renderGitlabCodeQuality(toReportSource(empty))))).toEqual([]);
  });
});

/** The members of an entry that GitLab shows, and additional members of pa11y's results. */
const isAccessibilityReport = ajv.compile({
  type: 'object',
  required: ['total', 'passes', 'errors', 'results'],
  properties: {
    total: { type: 'integer' },
    passes: { type: 'integer' },
    errors: { type: 'integer' },
    results: {
      type: 'object',
      propertyNames: { minLength: 1 },
      additionalProperties: {
        type: 'array',
        items: {
          type: 'object',
          required: ['code', 'type', 'typeCode', 'message', 'context', 'selector', 'runner', 'runnerExtras'],
          properties: {
            code: text,
            type: { enum: ['error', 'warning', 'notice'] },
            typeCode: { type: 'integer', minimum: 1, maximum: 3 },
            message: text,
            context: { type: 'string' },
            selector: { type: 'string' },
            runner: text,
            runnerExtras: { type: 'object' },
          },
        },
      },
    },
  },
});

describe('the accessibility report for GitLab', async () => {
  const read = JSON.parse(await textOf(renderGitlabAccessibility(toReportSource(report()))));

  it('has the format of pa11y-ci', () => {
    expect(isAccessibilityReport(read), JSON.stringify(isAccessibilityReport.errors)).toBe(true);
  });

  it('lists by page the unsuppressed violations', () => {
    const codes = Object.entries<{ code: string }[]>(read.results).map(([url, issues]) => [
      url,
      issues.map(({ code }) => code),
    ]);
    expect(codes).toEqual([
      ['https://shop.example/', ['image-alt', 'image-alt', 'image-alt', 'color-contrast', 'rules-not-run']],
      ['https://shop.example/blog/?page=2', ['image-alt', 'color-contrast', 'region', 'rules-not-run']],
      ['https://shop.example/about.html', ['rules-not-run']],
      ['https://shop.example/gone', ['page-http-error']],
    ]);
  });

  it('has consistent totals, and a page on which rules did not run has not passed', () => {
    const lists = Object.values<unknown[]>(read.results);
    expect(read).toMatchObject({ total: 4, passes: 0, errors: 11 });
    expect(read.total).toBe(lists.length);
    expect(read.passes).toBe(lists.filter(({ length }) => length === 0).length);
    expect(read.errors).toBe(lists.reduce((sum, { length }) => sum + length, 0));
  });

  it('reports a page as passed if all its violations are suppressed', async () => {
    const quiet = report({ findings: [finding('label', '#q', { suppressedBy: SUPPRESSION })] });
    const pages = quiet.pages.map((page) => ({ ...page, rules: [] }));
    const { results, passes } = JSON.parse(
      await textOf(renderGitlabAccessibility(toReportSource({ ...quiet, pages }))),
    );
    expect(results['https://shop.example/']).toEqual([]);
    expect(passes).toBe(3);
  });
});
