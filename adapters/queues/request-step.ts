import { buildFinishMessage, buildPlanMessage } from '../../core/scans/messages.ts';
import type { Scan } from '../../core/scans/scan.ts';
import { logger } from '../observability/logger.ts';
import { sendFinish, sendPlan } from './send.ts';

/**
 * Asks for a scan to be planned. The scan is written by then, so a message that cannot be sent fails no call: the
 * sweeper sends what is due.
 */
export async function requestPlan(queueUrl: string, scan: Scan): Promise<void> {
  await tryToSend('plan', sendPlan(queueUrl, buildPlanMessage(scan)), scan);
}

/** Asks for the report of a cancelled scan, in the same way. */
export async function requestFinish(queueUrl: string, scan: Scan): Promise<void> {
  await tryToSend('finish', sendFinish(queueUrl, buildFinishMessage(scan)), scan);
}

async function tryToSend(what: string, sending: Promise<void>, { scanId }: Scan): Promise<void> {
  try {
    await sending;
  } catch (error) {
    logger().error(`could not send the ${what} message; the sweeper will`, { error, scanId });
  }
}
