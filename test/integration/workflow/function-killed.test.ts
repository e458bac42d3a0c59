import { someWrites } from '../../support/kills.ts';
import { testKilledScans } from './killed-scans.ts';

testKilledScans(someWrites(1, 2));
