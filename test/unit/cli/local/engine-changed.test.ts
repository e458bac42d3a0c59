import { describe, expect, it } from 'vitest';
import { describeEngineChange } from '../../../../cli/local/compare-with-baseline.ts';

const now = { axe: '4.14.1', browser: 'Chrome/153.0.8010.0' };

describe('a baseline that another engine scanned', () => {
  it.each([
    [{ ...now, axe: '4.13.0' }, 'axe-core 4.13.0 in Chrome/153.0.8010.0'],
    [{ ...now, browser: 'Chrome/152.0.1.2' }, 'axe-core 4.14.1 in Chrome/152.0.1.2'],
    [{ ...now, axe: '\u001b[2J' }, 'axe-core [U+001B]'],
  ])('is told of', (before, named) => {
    const notes = describeEngineChange([before], [now]);
    expect(notes).toEqual([expect.stringContaining(`scanned by ${named}`)]);
    expect(notes[0]).toContain('this scan by axe-core 4.14.1 in Chrome/153.0.8010.0');
    expect(notes[0]).not.toContain('\u001b');
  });

  it('is none where it was the same, in whatever order, or nothing was scanned', () => {
    const other = { ...now, axe: '4.13.0' };
    expect(describeEngineChange([now, other], [other, now, now])).toEqual([]);
    expect(describeEngineChange([], [now])).toEqual([]);
    expect(describeEngineChange([now], [])).toEqual([]);
  });
});
