import { afterAll, afterEach, beforeAll } from 'vitest';
import { clearFaults, type FaultyService, startFaultyService } from '../support/faulty-service.ts';
import { testBufferedResponses } from './faults/buffered-responses.ts';
import { testKilledFunctions } from './faults/function-killed.ts';
import { testRecovery } from './faults/recovery.ts';

/** All these tests share one service, because the start of a service takes as long as several of them. */
let service: FaultyService;
beforeAll(async () => {
  service = await startFaultyService();
});
afterEach(() => clearFaults(service));
afterAll(() => service?.stop());

testRecovery(() => service);
testKilledFunctions(() => service);
testBufferedResponses(() => service);
