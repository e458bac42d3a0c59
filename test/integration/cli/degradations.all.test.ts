import { degradations, improvements } from '../../support/degradations.ts';
import { testDegradations } from './degradations.ts';

testDegradations(Object.keys(degradations), Object.keys(improvements));
