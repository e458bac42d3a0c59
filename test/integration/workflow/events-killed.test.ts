import { someWrites } from '../../support/kills.ts';
import { testKilledEvents } from './killed-events.ts';

testKilledEvents(someWrites(2, 4), someWrites(3));
