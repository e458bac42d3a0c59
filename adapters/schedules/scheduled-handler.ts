import { countCompletedRun, publishMetrics } from '../observability/metrics.ts';

/**
 * Returns the handler of a scheduled function. It counts each run that did all of its work, so that an alarm notices
 * runs that fail and runs that were not started.
 */
export function createScheduledHandler<Event, Context>(
  run: (event: Event, context: Context) => Promise<void>,
): (event: Event, context: Context) => Promise<void> {
  return async (event, context) => {
    try {
      await run(event, context);
      countCompletedRun();
    } finally {
      publishMetrics();
    }
  };
}
