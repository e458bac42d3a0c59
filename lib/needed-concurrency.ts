import type { StageSettings } from './stage-settings.ts';

/** The function that dispatches a chunk waits for the function with the browser. */
const FUNCTIONS_PER_CHUNK = 2;

/** Each of the five dead-letter queues has its own event source. */
const DEAD_LETTER_QUEUES = 5;

const SCHEDULED_FUNCTIONS = 3;

/** A call of the API runs the authorizer, then its function: together about this long, in seconds. */
const CALL_SECONDS = 0.2;

/** Returns how many functions of a stage may run at the same time, if all of its limits are used. */
export function countNeededConcurrency({ concurrency, throttling }: StageSettings): number {
  const { plan, scan, record, finish, deadLetters, events, deliveries, slowDeliveries, mails, mailReports } =
    concurrency;
  const chunks = scan.high + scan.normal + scan.low;
  const calls = Math.ceil(throttling.requestsPerSecond * CALL_SECONDS);
  return (
    plan +
    chunks * FUNCTIONS_PER_CHUNK +
    record +
    finish +
    events +
    deliveries +
    slowDeliveries +
    deadLetters * DEAD_LETTER_QUEUES +
    mails +
    mailReports +
    SCHEDULED_FUNCTIONS +
    calls
  );
}
