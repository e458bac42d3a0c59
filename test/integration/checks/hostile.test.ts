import { testHostilePages } from './hostile-pages.ts';

// One for each cause: what scripts use, what the page is made of, and what it does with the focus and the window.
testHostilePages([
  'replaces what scripts use',
  'names fields like members of the DOM',
  'removes what has the focus',
  'writes another document when its window changes',
]);
