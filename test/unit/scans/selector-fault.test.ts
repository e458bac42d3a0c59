import { describe, expect, it } from 'vitest';
import { findSelectorFault } from '../../../core/scans/selector-fault.ts';
import { noSelectors, selectors } from '../../support/selectors.ts';

describe('a CSS selector', () => {
  it.each(selectors)('is %s', (text) => {
    expect(findSelectorFault(text)).toBeNull();
  });

  it.each(Object.entries(noSelectors))('is not %j: %s', (text, fault) => {
    expect(findSelectorFault(text)).toBe(`must be a CSS selector; ${fault}`);
  });

  it.each(['a\n b', 'a\u0000', 'a\u202eb', 'a\ud800'])('has no control characters: %j', (text) => {
    expect(findSelectorFault(text)).toBe('must not contain control characters');
  });

  it('is refused in no more time than it is long, however it is made', () => {
    const hostile = [
      `[a="${'\\aaaaaa '.repeat(60)}`,
      `.${'\\aaaaaa '.repeat(60)}!`,
      `:nth-child(${'1'.repeat(480)}x)`,
      `a${' '.repeat(490)},`,
      `${':not('.repeat(98)}`,
    ];
    for (const text of hostile) expect(findSelectorFault(text), text).toMatch(/^must be a CSS selector/);
  });
});
