import { everyWrite } from '../../support/kills.ts';
import { testKilledDeliveries } from './killed-deliveries.ts';

testKilledDeliveries(everyWrite(6), everyWrite(2));
