import { ACCOUNT_ID, REGION } from '../template/names.ts';
import type { Schedule } from '../template/service.ts';

/**
 * Invokes functions at a fixed rate, as EventBridge does: the first time one period after the start. A run that takes
 * longer than the period does not delay the next one.
 *
 * @param dropped called with the function whose event is dropped
 * @returns a function that stops the schedules
 */
export function startSchedules(
  schedules: readonly Schedule[],
  invoke: (functionArn: string, event: unknown) => Promise<unknown>,
  report: (line: string) => void,
  dropped: (functionArn: string) => void,
): () => void {
  const timers = schedules.map((schedule) =>
    setInterval(() => {
      const event = schedule.input ?? buildScheduledEvent(schedule.logicalId);
      invoke(schedule.functionArn, event).catch((error) => {
        report(`schedule ${schedule.logicalId}: ${error}`);
        // The stacks configure no retries, so that Lambda drops the event.
        dropped(schedule.functionArn);
      });
    }, schedule.everyMilliseconds),
  );
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
}

/** Builds the event that EventBridge sends to a target without its own input. */
export function buildScheduledEvent(ruleName: string, now = new Date()) {
  return {
    version: '0',
    id: crypto.randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    account: ACCOUNT_ID,
    time: now.toISOString().replace(/\.\d+Z$/, 'Z'),
    region: REGION,
    resources: [`arn:aws:events:${REGION}:${ACCOUNT_ID}:rule/${ruleName}`],
    detail: {},
  };
}
