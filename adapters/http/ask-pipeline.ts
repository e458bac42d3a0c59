import type { Scan } from '../../core/scans/scan.ts';
import { logger } from '../observability/logger.ts';
import { sendFinish, sendPlan } from '../queues/send.ts';

/**
 * Asks for a scan to be planned. The scan is written by then, so a message that cannot be sent fails no call:
 * the sweeper sends what is due.
 */
export async function askToPlan(queueUrl: string, scan: Scan): Promise<void> {
  await sendOrLeave('plan', sendPlan(queueUrl, messageOf(scan)), scan);
}

/** Asks for the report of a cancelled scan, in the same manner. */
export async function askToFinish(queueUrl: string, scan: Scan): Promise<void> {
  await sendOrLeave('finish', sendFinish(queueUrl, messageOf(scan)), scan);
}

function messageOf({ accountId, scanId, correlationId }: Scan) {
  return { accountId, scanId, correlationId };
}

async function sendOrLeave(what: string, sending: Promise<void>, { scanId }: Scan): Promise<void> {
  try {
    await sending;
  } catch (error) {
    logger().error(`could not send the ${what} message; the sweeper will`, { error, scanId });
  }
}
