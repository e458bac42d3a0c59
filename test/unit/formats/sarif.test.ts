import type { Log, Result } from 'sarif';
import { describe, expect, it } from 'vitest';
import { toReportSource } from '../../../core/reports/report-source.ts';
import { renderSarif } from '../../../formats/sarif/sarif.ts';
import { finding, page, pictureId, report, SUPPRESSION, textOf } from './report.ts';
import { sarifFaults } from './sarif-schema.ts';

const log: Log = JSON.parse(await textOf(renderSarif(toReportSource(report()))));
const [run] = log.runs;
const results = run?.results ?? [];
const of = (ruleId: string, state?: string): Result[] =>
  results.filter(
    (each) => each.ruleId === ruleId && (state === undefined || each.properties?.state === state),
  );

describe('the report as SARIF 2.1.0', () => {
  it('is valid by the schema of OASIS', () => {
    expect(sarifFaults(log)).toEqual([]);
  });

  it('describes every rule that ran, with its criteria as taxa that exist', () => {
    const rules = run?.tool.driver.rules ?? [];
    expect(rules.map(({ id }) => id)).toEqual([
      'aria-hidden-focus',
      'color-contrast',
      'image-alt',
      'label',
      'list',
      'region',
      'target-size',
    ]);
    for (const { helpUri, help, relationships } of rules) {
      expect(helpUri).toMatch(/^https:/);
      expect(help?.markdown).toContain('[About the rule](https://');
      for (const { target } of relationships ?? []) {
        expect(run?.taxonomies?.[0]?.taxa?.[target.index ?? -1]?.id).toBe(target.id);
      }
    }
    expect(rules.find(({ id }) => id === 'image-alt')?.relationships?.map(({ target }) => target.id)).toEqual(
      ['1.1.1'],
    );
  });

  it('links each result to its rule and its page', () => {
    for (const { ruleId, ruleIndex, locations, baselineState } of results) {
      expect(run?.tool.driver.rules?.[ruleIndex ?? -1]?.id).toBe(ruleId);
      if (baselineState === 'absent') continue;
      const { uri, index } = locations?.[0]?.physicalLocation?.artifactLocation ?? {};
      expect(run?.artifacts?.[index ?? -1]?.location?.uri).toBe(uri);
    }
    expect(of('region')[0]?.locations?.[0]?.logicalLocations).toEqual([
      { fullyQualifiedName: '#host >>> .in | #aside', kind: 'element' },
    ]);
  });

  it('states the change of each finding since the baseline, and guesses nothing', () => {
    const states = results.map(({ baselineState, properties }) => [properties?.state, baselineState]);
    expect(states).toEqual([
      ['new', 'new'],
      ['unchanged', 'unchanged'],
      ['unchanged', 'unchanged'],
      ['regressed', 'new'],
      ['new', 'new'],
      ['unknown', undefined],
      ['unchanged', 'unchanged'],
      ['reclassified', 'updated'],
      ['new', 'new'],
      ['fixed', 'absent'],
    ]);
    expect(run?.baselineGuid).not.toBe(run?.automationDetails?.guid);
  });

  it('has no states without a baseline', async () => {
    const made = report({
      overrides: ({ comparison }) => ({
        comparison: { ...comparison, baseline: null, fixed: { count: 0, findings: [] } },
      }),
    });
    const alone: Log = JSON.parse(await textOf(renderSarif(toReportSource(made))));
    expect(sarifFaults(alone)).toEqual([]);
    expect(alone.runs[0]).not.toHaveProperty('baselineGuid');
    expect(alone.runs[0]?.results?.filter(({ baselineState }) => baselineState !== undefined)).toEqual([]);
  });

  it('gives violations a level by impact, and needs-review findings none', () => {
    expect(of('image-alt')[0]).toMatchObject({ kind: 'fail', level: 'error', rank: 100 });
    expect(of('region')[0]).toMatchObject({ kind: 'fail', level: 'warning', rank: 50 });
    expect(results.filter(({ kind }) => kind === 'review')).toMatchObject([
      { ruleId: 'color-contrast', level: 'none' },
    ]);
  });

  it('includes suppressed findings, with reason and author of the suppression', () => {
    expect(of('label')[0]?.suppressions).toEqual([
      {
        kind: 'external',
        status: 'accepted',
        justification: 'Third-party widget, replaced in March',
        properties: { id: SUPPRESSION, author: 'CI', expiresAt: '2027-03-31T00:00:00.000Z' },
      },
    ]);
    // In a run, either all results have the member or no result has it.
    expect(results.filter(({ suppressions }) => suppressions === undefined)).toEqual([]);
  });

  it('names the picture of an element, and where the element is in it', () => {
    expect(of('image-alt')[0]?.attachments).toMatchObject([
      {
        artifactLocation: {
          uri: `scans/scan_01arz3ndektsv4rrffq69g5fav/pictures/${pictureId}`,
          uriBaseId: 'API',
        },
        rectangles: [{ top: 40, left: 80, bottom: 240, right: 380 }],
      },
    ]);
  });

  it('reports pages that were not scanned and rules that did not run', () => {
    const notifications = run?.invocations?.[0]?.toolExecutionNotifications ?? [];
    expect(notifications.map(({ descriptor, level }) => [descriptor?.id, level])).toEqual([
      ['rule-not-run', 'warning'],
      ['rule-not-run', 'warning'],
      ['rule-not-run', 'warning'],
      ['http-error', 'warning'],
    ]);
    for (const { descriptor } of notifications) {
      expect(run?.tool.driver.notifications?.[descriptor?.index ?? -1]?.id).toBe(descriptor?.id);
    }
  });

  it('reports pages that changed too much to be compared', async () => {
    const changed = 'The page has lost nearly all of its content.';
    const pages = [page('p0', 'https://shop.example/', { changed }), page('p1', 'https://shop.example/b')];
    const log: Log = JSON.parse(await textOf(renderSarif(toReportSource(report({ pages, findings: [] })))));
    const notifications = log.runs[0]?.invocations?.[0]?.toolExecutionNotifications ?? [];
    expect(notifications.filter(({ descriptor }) => descriptor?.id === 'page-changed')).toMatchObject([
      { level: 'warning', message: { text: changed } },
    ]);
  });

  it('writes URLs as valid URIs, with any characters that browsers accept', async () => {
    const url = 'https://shop.example/a|b/{c}?q=[1]^%zz#x#y';
    const odd: Log = JSON.parse(
      await textOf(renderSarif(toReportSource(report({ findings: [finding('label', '#q', { url })] })))),
    );
    expect(sarifFaults(odd)).toEqual([]);
    expect(odd.runs[0]?.results?.[0]?.locations?.[0]?.physicalLocation?.artifactLocation?.uri).toBe(
      'https://shop.example/a%7Cb/%7Bc%7D?q=%5B1%5D%5E%25zz#x%23y',
    );
  });

  it('writes the same bytes for the same report', async () => {
    expect(await textOf(renderSarif(toReportSource(report())))).toBe(
      await textOf(renderSarif(toReportSource(report()))),
    );
  });
});
