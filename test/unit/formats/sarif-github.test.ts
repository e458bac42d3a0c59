import type { Log, Result } from 'sarif';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../../core/reports/report.ts';
import { toReportSource } from '../../../core/reports/report-source.ts';
import { DESCRIPTION_LENGTH_MAX, TAGS_MAX } from '../../../formats/sarif/rules.ts';
import { LOCATIONS_MAX, RESULTS_MAX, renderSarifGithub } from '../../../formats/sarif/sarif-github.ts';
import { finding, page, report, SUPPRESSION, textOf } from './report.ts';
import { sarifFaults } from './sarif-schema.ts';

const write = async (made: Report): Promise<Log> =>
  JSON.parse(await textOf(renderSarifGithub(toReportSource(made))));
const log = await write(report());
const results = log.runs[0]?.results ?? [];
const urisOf = (result: Result | undefined) =>
  result?.locations?.map(({ physicalLocation }) => physicalLocation?.artifactLocation?.uri);

/** Returns a report of many groups, each with one violation, on pages with long URLs. */
function many(groups: number): Report {
  const made = Array.from({ length: groups }, (_, at) =>
    finding(at % 2 === 0 ? 'region' : 'image-alt', `#e${at}`, {
      issueGroup: `grp_${at}`,
      howToFix: `${at} `.repeat(500),
    }),
  );
  return report({ findings: made });
}

describe('the profile for GitHub code scanning', () => {
  it('is valid SARIF of one run', () => {
    expect(sarifFaults(log)).toEqual([]);
    expect(log.runs).toHaveLength(1);
  });

  it('has one result for each issue group with unsuppressed violations, worst first', () => {
    expect(results.map(({ ruleId, level }) => [ruleId, level])).toEqual([
      ['image-alt', 'error'],
      ['color-contrast', 'error'],
      ['region', 'warning'],
    ]);
    expect(results[0]?.message.text).toMatch(
      /^Images must have alternative text\. .* 4 elements on 2 pages: \/, \/blog\/ \(one fix\)$/,
    );
  });

  it('omits suppressed, needs-review and fixed findings', () => {
    expect(results.filter(({ kind }) => kind !== 'fail')).toEqual([]);
    expect(results.some(({ ruleId }) => ruleId === 'label' || ruleId === 'list')).toBe(false);
  });

  it('names files within the repository, by the mapping or by the path of the page', () => {
    expect(urisOf(results[0])).toEqual(['index.html', 'src/blog%20page.html']);
    for (const { physicalLocation } of results.flatMap(({ locations }) => locations ?? [])) {
      expect(physicalLocation?.artifactLocation?.uri).not.toMatch(/^\/|^[a-z]+:|(^|\/)\.\.?(\/|$)/i);
      expect(physicalLocation?.region?.startLine).toBe(1);
    }
  });

  it('identifies alerts by the group, so that they persist across scans', () => {
    expect(results.map(({ partialFingerprints }) => partialFingerprints)).toEqual([
      { primaryLocationLineHash: 'grp_image-alt:1' },
      { primaryLocationLineHash: 'grp_color-contrast:1' },
      { primaryLocationLineHash: 'grp_region:1' },
    ]);
  });

  it('has its first location at the first finding of the group, because GitHub also identifies an alert by it', async () => {
    const later = { pageId: 'p2', url: 'https://shop.example/about.html' };
    const urisWith = async (state: 'new' | 'unchanged') => {
      const made = report({
        findings: [
          finding('label', '#a', { state: 'unchanged', cause: null }),
          finding('label', '#b', { ...later, state, cause: state === 'new' ? 'page' : null }),
        ],
        overrides: ({ issueGroups, violations }) => ({
          issueGroups: issueGroups.map((group) => ({
            ...group,
            example: violations[0]?.nodes[state === 'new' ? 1 : 0] ?? group.example,
          })),
        }),
      });
      return urisOf((await write(made)).runs[0]?.results?.[0]);
    };
    expect(await urisWith('new')).toEqual(['index.html', 'about.html']);
    expect(await urisWith('unchanged')).toEqual(['index.html', 'about.html']);
  });

  it('has a location on the page of its example, even if many pages precede it', async () => {
    const pages = Array.from({ length: 300 }, (_, at) => page(`p${at}`, `https://shop.example/n${at}.html`));
    const findings = pages.map(({ id, requestedUrl }) =>
      finding('label', '#q', { pageId: id, url: requestedUrl }),
    );
    const made = report({
      pages,
      findings,
      overrides: ({ issueGroups, violations }) => ({
        issueGroups: issueGroups.map((group) => ({
          ...group,
          example: violations[0]?.nodes[250] ?? group.example,
        })),
      }),
    });
    const uris = urisOf((await write(made)).runs[0]?.results?.[0]);
    expect(uris).toHaveLength(LOCATIONS_MAX);
    expect(uris?.slice(0, 2)).toEqual(['n0.html', 'n250.html']);
  });

  it('mentions no users and formats nothing, because GitHub reads its messages as Markdown', async () => {
    const made = report({
      findings: [
        finding('label', '#a', {
          howToFix: 'Name it `x` as @octocat and a@b.example said ![x](https://evil.example)',
          pageId: 'p0',
        }),
      ],
      pages: [page('p0', 'https://shop.example/@octocat/')],
    });
    const text = (await write(made)).runs[0]?.results?.[0]?.message.text;
    expect(text).toContain("Name it 'x' as @ octocat and a@ b.example said ![x] (https");
    expect(text).toContain('/@ octocat/');
    expect(text).not.toMatch(/@\w|`|\]\(/);
  });

  it('truncates a long path between its characters', async () => {
    const url = `https://shop.example/${'日本語'.repeat(60)}.html`;
    const made = report({ findings: [finding('label', '#a', { url })], pages: [page('p0', url)] });
    for (const uri of urisOf((await write(made)).runs[0]?.results?.[0]) ?? []) {
      expect(uri?.length).toBeLessThanOrEqual(400);
      expect(() => decodeURIComponent(uri ?? '')).not.toThrow();
    }
  });

  it('omits pages on which all findings of a group are suppressed', async () => {
    const made = report({
      findings: [
        finding('label', '#a'),
        finding('label', '#b', {
          pageId: 'p2',
          url: 'https://shop.example/about.html',
          suppressedBy: SUPPRESSION,
        }),
      ],
    });
    const { runs } = await write(made);
    expect(urisOf(runs[0]?.results?.[0])).toEqual(['index.html']);
    expect(runs[0]?.results?.[0]?.message.text).toContain('1 element on 1 page');
  });

  it('has the category of its site, so that sites of one repository do not replace each other', () => {
    expect(log.runs[0]?.automationDetails?.id).toBe(
      'accessibility/site_01arz3ndektsv4rrffq69g5fav/scan_01arz3ndektsv4rrffq69g5fav',
    );
  });

  it('has at most 5,000 results, the worst, and states how many it omits', async () => {
    const { runs } = await write(many(RESULTS_MAX + 200));
    const [run] = runs;
    expect(run?.results).toHaveLength(RESULTS_MAX);
    expect(run?.results?.filter(({ ruleId }) => ruleId === 'image-alt')).toHaveLength(RESULTS_MAX / 2 + 100);
    expect(run?.properties?.omittedResults).toBe(200);
    expect(run?.invocations?.[0]?.toolExecutionNotifications?.[0]?.message.text).toMatch(
      /^200 issue groups .* omitted/,
    );
  });

  it('has at most 100 locations for each result', async () => {
    const pages = Array.from({ length: 300 }, (_, at) => page(`p${at}`, `https://shop.example/n${at}`));
    const findings = pages.map(({ id, requestedUrl }) =>
      finding('label', '#q', { pageId: id, url: requestedUrl }),
    );
    const { runs } = await write(report({ pages, findings }));
    expect(runs[0]?.results?.[0]?.locations).toHaveLength(LOCATIONS_MAX);
    expect(runs[0]?.results?.[0]?.message.text).toContain('300 elements on 300 pages');
  });

  it('limits tags and descriptions of rules to what GitHub accepts', () => {
    for (const rule of log.runs[0]?.tool.driver.rules ?? []) {
      expect(rule.properties?.tags?.length).toBeLessThanOrEqual(TAGS_MAX);
      expect(rule.shortDescription?.text.length).toBeLessThanOrEqual(DESCRIPTION_LENGTH_MAX);
      expect(rule.fullDescription?.text.length).toBeLessThanOrEqual(DESCRIPTION_LENGTH_MAX);
      expect(rule.name?.length).toBeLessThanOrEqual(255);
    }
  });

  it('limits the length of all further locations together, so that the file stays below 10 MB', async () => {
    const pages = Array.from({ length: 150 }, (_, at) =>
      page(`p${at}`, `https://shop.example/${at}${'a'.repeat(380)}`),
    );
    const pageIds = pages.map(({ id }) => id);
    const findings = Array.from({ length: 60 }, (_, at) =>
      finding('image-alt', `#e${at}`, { issueGroup: `grp_${at}` }),
    );
    const made = report({
      pages,
      findings,
      overrides: ({ issueGroups }) => ({ issueGroups: issueGroups.map((group) => ({ ...group, pageIds })) }),
    });
    const further = ((await write(made)).runs[0]?.results ?? []).map(
      (result) => urisOf(result)?.slice(1) ?? [],
    );
    const length = further.flat().reduce((sum, uri) => sum + (uri?.length ?? 0) + 100, 0);
    expect(length).toBeLessThanOrEqual(1_500_000);
    expect(length).toBeGreaterThan(1_499_000);
    expect(further[0]).toHaveLength(LOCATIONS_MAX - 1);
    expect(further.at(-1)).toEqual([]);
  });
});
