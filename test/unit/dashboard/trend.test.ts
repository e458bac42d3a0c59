import { describe, expect, it } from 'vitest';
import { exampleTrendPoint as point } from '../../../core/api/examples.ts';
import { findBreak, listVersions } from '../../../dashboard/screens/site/trend-breaks.ts';

describe('a break in the trend', () => {
  it('is where the settings or the versions differ from those of the scan before', () => {
    const otherKey = { ...point, comparableKey: '7d793037a0760186' };
    const otherEngine = { ...point, engines: [{ axe: '4.15.0', browser: 'Chrome/154.0' }] };
    expect(findBreak(null, point)).toBeNull();
    expect(findBreak(point, { ...point, issueGroups: 9 })).toBeNull();
    expect(findBreak(point, otherKey)).toEqual({ settings: true, engines: false });
    expect(findBreak(point, otherEngine)).toEqual({ settings: false, engines: true });
    expect(findBreak(otherKey, otherEngine)).toEqual({ settings: true, engines: true });
  });

  it('is not where the same versions are in another order', () => {
    const both = [...point.engines, { axe: '4.15.0', browser: 'Chrome/154.0' }];
    const [one, other] = [
      { ...point, engines: both },
      { ...point, engines: both.toReversed() },
    ];
    expect(findBreak(one, other)).toBeNull();
    expect(listVersions(one)).toBe(listVersions(other));
  });
});
