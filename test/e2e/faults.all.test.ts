import { afterAll, afterEach, beforeAll } from 'vitest';
import { clearFaults, type FaultyService, startFaultyService } from '../support/faulty-service.ts';
import { testBufferedResponses } from './own-service/buffered-responses.ts';
import { testKilledFunctions } from './own-service/function-killed.ts';
import { testFurtherRecovery } from './own-service/recovery.ts';

/** Faults besides those of own-service.test.ts. They share a service: its start takes as long as several of them. */
let service: FaultyService;
beforeAll(async () => {
  service = await startFaultyService();
});
afterEach(() => clearFaults(service));
afterAll(() => service?.stop());

testFurtherRecovery(() => service);
testKilledFunctions(() => service);
testBufferedResponses(() => service);
