import { useFaultyService } from '../support/faulty-service.ts';
import { testBufferedResponses } from './own-service/buffered-responses.ts';
import { testKilledFunctions } from './own-service/function-killed.ts';
import { testFurtherRecovery } from './own-service/recovery.ts';

/** Faults besides those of own-service.test.ts. They share a service: its start takes as long as several of them. */
const service = useFaultyService();

testFurtherRecovery(service);
testKilledFunctions(service);
testBufferedResponses(service);
