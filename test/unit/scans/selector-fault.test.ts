import { describe, expect, it } from 'vitest';
import { findSelectorFault } from '../../../core/scans/selector-fault.ts';
import { noSelectors, selectors } from '../../support/selectors.ts';

describe('a CSS selector', () => {
  it.each(selectors)('may be %s', (text) => {
    expect(findSelectorFault(text)).toBeNull();
  });

  it.each(Object.entries(noSelectors))('may not be %j: %s', (text, fault) => {
    expect(findSelectorFault(text)).toBe(`must be a CSS selector; ${fault}`);
  });

  it.each(['a\n b', 'a\u0000', 'a\u202eb', 'a\ud800'])('may not contain control characters: %j', (text) => {
    expect(findSelectorFault(text)).toBe('must not contain control characters');
  });

  it('is rejected in linear time, with any content', () => {
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
