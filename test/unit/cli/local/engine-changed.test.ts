import { describe, expect, it } from 'vitest';
import { describeEngineChange } from '../../../../cli/local/compare-with-baseline.ts';

const now = { axe: '4.14.1', browser: 'Chrome/153.0.8010.0' };

describe('the note that another engine scanned the baseline', () => {
  it.each([
    [{ ...now, axe: '4.13.0' }, 'axe-core 4.13.0 in Chrome/153.0.8010.0'],
    [{ ...now, browser: 'Chrome/152.0.1.2' }, 'axe-core 4.14.1 in Chrome/152.0.1.2'],
    [{ ...now, axe: '\u001b[2J' }, 'axe-core [U+001B]'],
  ])('names both engines', (before, named) => {
    const notes = describeEngineChange([before], [now]);
    expect(notes).toEqual([expect.stringContaining(`scanned with ${named}`)]);
    expect(notes[0]).toContain('this scan with axe-core 4.14.1 in Chrome/153.0.8010.0');
    expect(notes[0]).not.toContain('\u001b');
  });

  it('does not exist if the engines are the same, in any order, or nothing was scanned', () => {
    const other = { ...now, axe: '4.13.0' };
    expect(describeEngineChange([now, other], [other, now, now])).toEqual([]);
    expect(describeEngineChange([], [now])).toEqual([]);
    expect(describeEngineChange([now], [])).toEqual([]);
  });
});
