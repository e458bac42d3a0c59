import { expect, it } from 'vitest';
import { findKeyHints } from '../../../scanner/checks/in-page/keyboard/key-hints.ts';

const plain = { shift: false, control: false, alt: false };

it('finds the keys that a text names, each once', () => {
  expect(findKeyHints('Press Ctrl+M or Esc to leave. Esc also works; F6 too.')).toEqual([
    [{ ...plain, key: 'm', control: true }],
    [{ ...plain, key: 'Escape' }],
    [{ ...plain, key: 'F6' }],
  ]);
});

it('never returns a letter that would be typed', () => {
  expect(findKeyHints('Press a or Shift+B. Plan B is a plan.')).toEqual([]);
});
