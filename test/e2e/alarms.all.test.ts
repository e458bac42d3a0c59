import { afterAll, afterEach, beforeAll } from 'vitest';
import { clearFaults, type FaultyService, startFaultyService } from '../support/faulty-service.ts';
import {
  failures,
  missingRuns,
  representatives,
  testAlarms,
  testDroppedEvents,
} from './own-service/alarms.ts';

/** It counts what happened since the start, so that it shares no service. */
let service: FaultyService;
beforeAll(async () => {
  service = await startFaultyService();
});
afterEach(() => clearFaults(service));
afterAll(() => service?.stop());

const names = [...Object.keys(failures), ...Object.keys(missingRuns)];
testAlarms(
  () => service,
  names.filter((name) => !representatives.includes(name)),
);
testDroppedEvents(() => service);
