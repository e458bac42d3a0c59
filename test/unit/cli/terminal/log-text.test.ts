import { describe, expect, it } from 'vitest';
import { escapeLogBlock, escapeLogLine } from '../../../../cli/terminal/log-text.ts';
import { wrap } from '../../../../cli/terminal/width.ts';
import { ACTIVE_CHARACTER } from '../../../support/hostile-site.ts';
import { attacks, runners } from './runners.ts';

const commandsIn = (line: string) => Object.keys(runners).filter((name) => runners[name]?.(line));

describe('escapeLogLine', () => {
  it.each(attacks)('escapes %j at any position of a line and at any line break', (attack) => {
    for (const before of ['', ' ', 'Error: ', '- ', 'x ::', '#', '##']) {
      const text = escapeLogLine(before + attack);
      expect(text).not.toMatch(ACTIVE_CHARACTER);
      expect(text).not.toContain('\n');
      for (const columns of [1, 5, 10, 20, 40]) {
        for (const line of wrap(text, columns)) expect(commandsIn(line)).toEqual([]);
      }
    }
  });

  it('escapes text next to other escaped text', () => {
    for (const one of attacks) {
      for (const other of attacks)
        expect(commandsIn(`${escapeLogLine(one)} ${escapeLogLine(other)}`)).toEqual([]);
    }
  });

  it.each([
    ['::error::x', ': :error::x'],
    ['a ::before', 'a : :before'],
    ['##[error]x', '## [error]x'],
    ['##vso[task.complete]', '## vso[task.complete]'],
    ['\u001b[31mred', '[U+001B][31mred'],
    ['a\u202eb', 'a[U+202E]b'],
  ])('shows the escaped %j as %j', (text, shown) => {
    expect(escapeLogLine(text)).toBe(shown);
  });

  it.each([
    'p::before { color: red }',
    'std::vector',
    'https://shop.example/a?b=c#d',
    '<img src="/a.png">',
    '#main > ul:nth-child(2)',
    'Übergröße, 日本語, 👩‍👩‍👧',
  ])('does not change %j', (text) => {
    expect(escapeLogLine(text)).toBe(text);
  });

  it('returns the same if it is applied twice', () => {
    for (const attack of attacks) expect(escapeLogLine(escapeLogLine(attack))).toBe(escapeLogLine(attack));
  });

  it('truncates long text without splitting a character', () => {
    expect(escapeLogLine('\u{1f600}'.repeat(1_000), 10)).toBe(`${'\u{1f600}'.repeat(4)}…`);
    expect(escapeLogLine('x'.repeat(5_000_000), 10)).toBe(`${'x'.repeat(9)}…`);
  });
});

describe('escapeLogBlock', () => {
  it('keeps lines and their prefixes, and escapes each', () => {
    expect(escapeLogBlock('one\n\n  ::error::two\r\n\tthree')).toBe('one\n\n  : :error::two\n  three');
  });

  it('leaves no command on any line of any attack', () => {
    const lines = escapeLogBlock(attacks.join('\n')).split('\n');
    expect(lines.flatMap(commandsIn)).toEqual([]);
    expect(lines.length).toBeGreaterThanOrEqual(attacks.length);
  });
});
