import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Faults } from '../../local/runtime-options.ts';
import { type OwnService, startService } from './service.ts';

/** A service of its own with the faults that are injected into it, which tests set and clear. */
export interface FaultyService extends OwnService {
  faults: Faults;
}

/** Starts a service before the tests of a file, and removes its faults after each test. */
export function useFaultyService(): () => FaultyService {
  let service: FaultyService;
  beforeAll(async () => {
    service = await startFaultyService();
  });
  afterEach(() => clearFaults(service));
  afterAll(() => service?.stop());
  return () => service;
}

/** Starts a service without faults. */
async function startFaultyService(): Promise<FaultyService> {
  const faults: Faults = {};
  // The runtime decides at its start which proxies it needs, so it gets all functions now.
  const service = await startService({
    failCall: (...call) => faults.failCall?.(...call) ?? false,
    killAfterCall: (...call) => faults.killAfterCall?.(...call) ?? false,
    throttle: (functionId) => faults.throttle?.(functionId) ?? false,
    deliverTwice: () => faults.deliverTwice?.() ?? false,
  });
  return { ...service, faults };
}

/** Removes all faults. */
function clearFaults({ faults }: FaultyService): void {
  delete faults.failCall;
  delete faults.killAfterCall;
  delete faults.throttle;
  delete faults.deliverTwice;
}
