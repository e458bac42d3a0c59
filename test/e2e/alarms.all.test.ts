import { useFaultyService } from '../support/faulty-service.ts';
import {
  failures,
  missingRuns,
  representatives,
  testAlarms,
  testDroppedEvents,
} from './own-service/alarms.ts';

/** It counts what happened since the start, so that it shares no service. */
const service = useFaultyService();

const names = [...Object.keys(failures), ...Object.keys(missingRuns)];
testAlarms(
  service,
  names.filter((name) => !representatives.includes(name)),
);
testDroppedEvents(service);
