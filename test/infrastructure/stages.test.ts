import { describe, expect, it } from 'vitest';
import { PAGES_PER_CHUNK_MAX } from '../../core/scans/pacing.ts';
import {
  parseRetentionDays,
  RETENTION_DAYS_MAX,
  RETENTION_DAYS_MIN,
  resolveStageSettings,
} from '../../lib/stage-settings.ts';
import { synthesize } from './support/synthesize.ts';

describe('the stages', () => {
  it('have the same resources and outputs, and differ in settings only', () => {
    const [dev, prod] = [synthesize('dev'), synthesize('prod')];
    // These ids contain a hash of settings, including the name of the stage.
    const hashed = ['AWS::ApiGateway::Deployment', 'AWS::Lambda::Version'];
    const ids = (template: typeof dev) =>
      Object.entries(template.Resources)
        .map(([id, { Type }]) => (hashed.includes(Type) ? Type : `${id} ${Type}`))
        .sort();
    expect(ids(dev)).toEqual(ids(prod));
    expect(Object.keys(dev.Outputs)).toEqual(Object.keys(prod.Outputs));
    expect(dev).not.toEqual(prod);
  });

  it('have the outputs that administration reads', () => {
    expect(Object.keys(synthesize('dev').Outputs)).toEqual(
      expect.arrayContaining(['ApiUrl', 'TableName', 'AuditTableName']),
    );
  });

  it('set no account and no region', () => {
    expect(JSON.stringify(synthesize('prod'))).not.toMatch(/\b\d{12}\b|(us|eu|ap)-[a-z]+-\d/);
  });

  it('that do not exist are rejected with the names of the existing ones', () => {
    expect(() => resolveStageSettings('staging')).toThrow(
      "Unknown stage 'staging': use -c stage=<stage> with one of dev, prod",
    );
    expect(() => resolveStageSettings('toString')).toThrow('Unknown stage');
  });

  it('retain objects for a year unless a deployment sets another value, which changes nothing else', () => {
    expect(resolveStageSettings('prod').retention.objectsDays).toBe(365);
    const { retention } = resolveStageSettings('prod', { retention: { objectsDays: 30 } });
    expect(retention).toEqual({ ...resolveStageSettings('prod').retention, objectsDays: 30 });
  });

  it('reject more pages in a chunk than one transaction can write', () => {
    expect(resolveStageSettings('dev', { pagesPerChunk: PAGES_PER_CHUNK_MAX }).pagesPerChunk).toBe(20);
    expect(() => resolveStageSettings('dev', { pagesPerChunk: 21 })).toThrow('at most 20 pages, not 21');
  });

  it('reject a function of the browser that leaves the browser too little memory', () => {
    const { memory } = resolveStageSettings('dev');
    const override = (browser: number) => resolveStageSettings('dev', { memory: { ...memory, browser } });
    expect(override(1_000).memory.browser).toBe(1_000);
    expect(() => override(999)).toThrow('memory.browser must be at least 1000 MB, not 999');
  });

  it('read the retention from the context as text or number, within bounds', () => {
    expect(parseRetentionDays(undefined)).toBeUndefined();
    expect(parseRetentionDays('90')).toBe(90);
    expect(parseRetentionDays(RETENTION_DAYS_MIN)).toBe(RETENTION_DAYS_MIN);
    expect(parseRetentionDays(String(RETENTION_DAYS_MAX))).toBe(RETENTION_DAYS_MAX);
    for (const wrong of ['', 'a year', '1e3', '-30', '30.5', 6, 0, 3_651, Number.NaN, null, true, [30]]) {
      expect(() => parseRetentionDays(wrong), String(wrong)).toThrow(
        'The retention must be a whole number of days from 7 to 3650',
      );
    }
    expect(() => resolveStageSettings('dev', { retention: { objectsDays: 1 } })).toThrow(
      'The retention must be',
    );
  });
});
