import { expect, test } from 'vitest';
import { splitWords } from '../../../../cli/github/inputs.ts';

test.each([
  ['', []],
  ['  --a\n\t1 ', ['--a', '1']],
  [`--branch="a b" 'c "d"' e''f ""`, ['--branch=a b', 'c "d"', 'ef', '']],
  ['$(x) `y` $HOME * \\n', ['$(x)', '`y`', '$HOME', '*', '\\n']],
  [`it's "open`, ['it', 's', 'open']],
])('splits %o into the words %o', (text, words) => {
  expect(splitWords(text)).toEqual(words);
});
