import { everyWrite } from '../../support/kills.ts';
import { testKilledEvents } from './killed-events.ts';

testKilledEvents(everyWrite(5), everyWrite(4));
