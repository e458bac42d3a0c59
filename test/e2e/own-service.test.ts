import { useFaultyService } from '../support/faulty-service.ts';
import { representatives, testAlarms, testCountedWork } from './own-service/alarms.ts';
import { testAlerts } from './own-service/alerts.ts';
import { testKilledFunction } from './own-service/function-killed.ts';
import { testPermissions } from './own-service/permissions.ts';
import { testRecovery } from './own-service/recovery.ts';

/**
 * Tests that cannot use the service of the other files: they inject faults, count what happened since the start, or
 * move the runs of the sweeper to later days, where others would have overdue scans. They share one service, because
 * its start, with the first call of each function, takes as long as several of them.
 */
const service = useFaultyService();

// The order matters: each of these leaves no unfinished scan, and faults come last, because they raise alarms.
testAlerts(service);
testPermissions(service);
testCountedWork(service);
testAlarms(service, representatives);
testRecovery(service);
testKilledFunction(service);
