import { useFaultyService } from '../support/faulty-service.ts';
import { otherAlarms, testAlarms, testDroppedEvents } from './own-service/alarms.ts';

/** It counts what happened since the start, so that it shares no service. */
const service = useFaultyService();

testAlarms(service, otherAlarms);
testDroppedEvents(service);
