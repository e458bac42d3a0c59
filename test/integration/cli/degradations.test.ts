import { testDegradations } from './degradations.ts';

testDegradations(
  ['script missing', 'navigation broken', 'page covered', 'error on one page'],
  ['a page is found by nothing', 'a rebuilt page that is declared'],
);
