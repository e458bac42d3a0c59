import { everyWrite } from '../../support/kills.ts';
import { testKilledScans } from './killed-scans.ts';

testKilledScans(everyWrite(2));
