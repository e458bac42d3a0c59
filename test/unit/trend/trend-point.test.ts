import { describe, expect, it } from 'vitest';
import { exampleReport } from '../../../core/api/example-report.ts';
import type { Report } from '../../../core/reports/report.ts';
import { pageSettingsDefault } from '../../../core/scans/page-settings.ts';
import {
  buildComparableConditions,
  comparableConditionsSchema,
} from '../../../core/trend/comparable-conditions.ts';
import { buildTrendPoint, trendPointSchema } from '../../../core/trend/trend-point.ts';

describe('a point of the trend', () => {
  it('has the numbers of its report', () => {
    const point = buildTrendPoint(exampleReport);
    expect(trendPointSchema.parse(point)).toEqual(point);
    expect(point).toEqual({
      scanId: exampleReport.scan.id,
      createdAt: exampleReport.scan.createdAt,
      branch: 'feature/menu',
      commit: '9f1c2ab',
      comparableKey: exampleReport.comparison.comparableKey,
      violations: { elements: 1, byImpact: { critical: 1, serious: 0, moderate: 0, minor: 0 } },
      needsReview: 0,
      suppressed: 0,
      new: 1,
      regressed: 0,
      fixed: 1,
      issueGroups: 1,
      pages: { attempted: 1, scanned: 1 },
      gate: 'failed',
      inconclusiveReasons: [],
      engines: [{ axe: '4.14.1', browser: 'Chrome/153.0.7900.0' }],
    });
  });

  it('has no number of new findings if there is no baseline', () => {
    const comparison = { ...exampleReport.comparison, baseline: null };
    expect(buildTrendPoint({ ...exampleReport, comparison })).toMatchObject({
      new: null,
      regressed: null,
      fixed: null,
    });
  });

  it('has the reasons why its gate is not decided, and none of a gate that failed', () => {
    const reason = {
      code: 'page-incomplete' as const,
      result: 'inconclusive' as const,
      message: '',
      count: 1,
    };
    const gate = { ...exampleReport.gate, reasons: [reason] };
    const of = (result: 'inconclusive' | 'failed') =>
      buildTrendPoint({ ...exampleReport, gate: { ...gate, result } }).inconclusiveReasons;
    expect([of('inconclusive'), of('failed')]).toEqual([['page-incomplete'], []]);
  });

  it('counts opened pages as attempted, whether scanned or not', () => {
    const pages = { known: 9, scanned: 5, byOutcome: { scanned: 5, timeout: 1, 'not-attempted': 3 } };
    const report: Report = { ...exampleReport, summary: { ...exampleReport.summary, pages } };
    expect(buildTrendPoint(report).pages).toEqual({ attempted: 6, scanned: 5 });
  });

  it('names each pair of versions once, and no branch if none was given', () => {
    const [engine] = exampleReport.engines;
    if (!engine) throw new Error('the example has an engine');
    const engines = [engine, { ...engine, viewport: { width: 1, height: 1 } }, { ...engine, axe: '5.0.0' }];
    const { metadata: _without, ...config } = exampleReport.scan.config;
    const point = buildTrendPoint({ ...exampleReport, engines, scan: { ...exampleReport.scan, config } });
    expect(point.engines.map(({ axe }) => axe)).toEqual(['4.14.1', '5.0.0']);
    expect([point.branch, point.commit]).toEqual([null, null]);
  });
});

it('describes a comparable key by its conditions, in a fixed order', () => {
  const settings = {
    ...exampleReport.configuration.settings,
    page: { ...pageSettingsDefault, includeSelectors: ['main', 'a', 'main'] },
  };
  const conditions = buildComparableConditions('5d41402abc4b2a76', ['wcag-aa', 'act'], settings);
  expect(comparableConditionsSchema.parse(conditions)).toEqual(conditions);
  expect(conditions).toMatchObject({ rules: ['act', 'wcag-aa'], includeSelectors: ['a', 'main'] });
});
