import { describe, expect, it } from 'vitest';
import { LimitWords } from '../../../scanner/time/limit-words.ts';

const far = ' '.repeat(700);

describe('words of a time limit in scripts', () => {
  it.each([
    ['a timer before them', 'setTimeout(() => { location.href = "/out" }, 9e5)', true],
    ['a timer behind them', 'function endSession() {} setInterval(check, 1000)', true],
    ['words in another notation', 'var IDLE_LIMIT = 9e5; window.setTimeout(f, IDLE_LIMIT)', true],
    ['words that are far away', `setTimeout(f, 9)${far}location.reload()`, false],
    ['no timer', 'location.reload()', false],
    ['no words', 'setTimeout(f, 900000)', false],
    ['names that only look like them', 'setTimeout(f); requestIdleCallback(f); sessionStorage.a = 1', false],
    ['a comparison of the address', 'setTimeout(f); if (location == a) b()', false],
    ['only the second of two timers', `setTimeout(f)${far}session = 1${far}logout(); setTimeout(g)`, true],
  ])('finds them near timers: %s', (_name, source, expected) => {
    expect(new LimitWords(source).areNearTimer()).toBe(expected);
  });

  it('finds them near a position', () => {
    const source = `first()\nsecond()\n${far}\n  setTimeout(f, 9); logout()\nlast()`;
    const words = new LimitWords(source);
    expect(words.areNear(3, 2)).toBe(true);
    expect(words.areNear(0, 0)).toBe(false);
    expect(words.areNear(9, 0)).toBe(false);
  });
});
