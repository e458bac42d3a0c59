import { shadowZeroTimers } from './in-page/axe-run.ts';
import { makeDom } from './in-page/dom.ts';
import { makeFactsReader } from './in-page/facts-reader.ts';
import { makePathReader } from './in-page/path-reader.ts';
import { makeElementReader } from './in-page/read-elements.ts';
import { makeSelectorMatcher } from './in-page/selector-matcher.ts';

/** What a world needs before axe runs in it, in this order. */
export const worldSetup = [
  shadowZeroTimers,
  makeDom,
  makeFactsReader,
  makePathReader,
  makeSelectorMatcher,
  makeElementReader,
];
