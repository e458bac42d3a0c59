import { expect, it } from 'vitest';
import { findKeyHints } from '../../../scanner/checks/in-page/keyboard/key-hints.ts';

const plain = { shift: false, control: false, alt: false };

it('finds the keys that a text names, each once, and first those that it asks to press', () => {
  expect(
    findKeyHints('F6 works. Press Ctrl+M or Esc to leave. Esc also works; hit the Home key or Alt X.'),
  ).toEqual({
    toPress: [
      [{ ...plain, key: 'm', control: true }],
      [{ ...plain, key: 'Home' }],
      [{ ...plain, key: 'F6' }],
      [{ ...plain, key: 'Escape' }],
      [{ ...plain, key: 'x', alt: true }],
    ],
    others: [],
  });
  expect(findKeyHints('Sortir : Échap').toPress).toEqual([[{ ...plain, key: 'Escape' }]]);
});

it('never returns a key to press that would type, delete or submit', () => {
  const texts = [
    'Press M to leave.',
    'Drücken Sie die Taste M, um das Feld zu verlassen.',
    'The m-key leaves.',
    'Type "m" to exit.',
    'Leave by ‘M’.',
    'press a to get out',
    'Press Shift+Insert to exit.',
  ];
  for (const text of texts) {
    const { toPress, others } = findKeyHints(text);
    expect(toPress, text).toEqual([]);
    expect(others, text).toHaveLength(1);
  }
  const leaving = 'To leave, press Enter, or hit space, or use the delete key; Ctrl+Backspace leaves too.';
  expect(findKeyHints(leaving)).toEqual({
    toPress: [],
    others: [
      { ...plain, key: 'Enter' },
      { ...plain, key: 'Space' },
      { ...plain, key: 'Delete' },
      { ...plain, key: 'Backspace', control: true },
    ],
  });
  // They lead nowhere by the text.
  expect(findKeyHints('Press Enter to search, or hit space to pause. Type M.')).toEqual({
    toPress: [],
    others: [],
  });
});

it('finds no keys in other words', () => {
  const text =
    'Enter your name. Home. The end. Plan B is a plan. Press a button, use a key, option B, remote control a, it’s Shift+B.';
  expect(findKeyHints(text)).toEqual({ toPress: [], others: [] });
});
