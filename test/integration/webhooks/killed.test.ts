import { someWrites } from '../../support/kills.ts';
import { testKilledDeliveries } from './killed-deliveries.ts';

testKilledDeliveries(someWrites(2, 4), someWrites(2));
