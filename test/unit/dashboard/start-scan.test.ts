import { describe, expect, it } from 'vitest';
import { scanConfigSchema } from '../../../core/scans/scan-config.ts';
import {
  findOtherMembers,
  toScanConfig,
  toScanValues,
} from '../../../dashboard/screens/start-scan/scan-values.ts';

const last = scanConfigSchema.parse({
  rules: ['en-301-549'],
  priority: 'high',
  url: 'https://preview.example.com/',
  maxPages: 7,
  locale: 'de',
  viewport: 'mobile',
  metadata: { branch: 'feature/menu', commit: '9f1c2ab' },
  expectChanged: [{ page: '/**', reason: 'The menu is new.' }],
  failOn: { new: 'serious', total: 5, minCoverage: 80, review: true },
});

describe('the config of a scan that a person starts', () => {
  it('is valid for a site without scans, and has no gate', () => {
    const config = toScanConfig(toScanValues(undefined), undefined);
    expect(config).toEqual({ rules: ['wcag-aa'], priority: 'normal' });
    expect(scanConfigSchema.safeParse(config).success).toBe(true);
  });

  it('repeats the settings of the last scan, but not what it was of', () => {
    const config = toScanConfig(toScanValues(last), last);
    expect(scanConfigSchema.parse(config)).toEqual({
      rules: ['en-301-549'],
      priority: 'normal',
      maxPages: 7,
      locale: 'de',
      viewport: 'mobile',
      failOn: { new: 'serious', total: 5, minCoverage: 80, review: true, onNoBaseline: 'report' },
    });
  });

  it('omits what has no field if the person says so', () => {
    const values = { ...toScanValues(last), keepOthers: false };
    expect(Object.keys(findOtherMembers(last)).sort()).toEqual(['locale', 'viewport']);
    expect(scanConfigSchema.parse(toScanConfig(values, last))).toEqual({
      rules: ['en-301-549'],
      priority: 'normal',
      maxPages: 7,
      failOn: { new: 'serious', total: 5, minCoverage: 90, review: true, onNoBaseline: 'report' },
    });
  });

  it('has what was entered, without spaces around it', () => {
    const values = {
      ...toScanValues(undefined),
      branch: ' main ',
      commit: '9f1c2ab',
      total: '0',
      any: 'minor',
    };
    expect(toScanConfig(values, undefined)).toEqual({
      rules: ['wcag-aa'],
      priority: 'normal',
      metadata: { branch: 'main', commit: '9f1c2ab' },
      failOn: { any: 'minor', total: 0, review: false },
    });
  });

  it('keeps a gate on best practices alone', () => {
    const withBestPractice = scanConfigSchema.parse({
      rules: ['wcag-aa'],
      failOn: { bestPractice: { any: 'minor' } },
    });
    const config = toScanConfig(toScanValues(withBestPractice), withBestPractice);
    expect(scanConfigSchema.parse(config).failOn).toEqual(withBestPractice.failOn);
  });
});
