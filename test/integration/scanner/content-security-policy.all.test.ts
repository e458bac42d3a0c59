import { testPolicies } from './policy-pages.ts';

testPolicies([
  'no scripts',
  'nothing of other origins',
  'nothing',
  'trusted types',
  'sandbox',
  'sandbox with scripts',
]);
