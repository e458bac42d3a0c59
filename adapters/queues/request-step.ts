import type { DeliveryMessage } from '../../core/alerts/alert-messages.ts';
import { buildFinishMessage, buildPlanMessage } from '../../core/scans/messages.ts';
import type { Scan } from '../../core/scans/scan.ts';
import { logger } from '../observability/logger.ts';
import { sendDelivery, sendFinish, sendPlan } from './send.ts';

/**
 * Requests the planning of a scan. The scan is already stored. So if the message cannot be sent, the call still
 * succeeds, and the sweeper sends the message later.
 */
export async function requestPlan(queueUrl: string, scan: Scan): Promise<void> {
  await tryToSend('plan', sendPlan(queueUrl, buildPlanMessage(scan)), { scanId: scan.scanId });
}

/** Requests the report of a cancelled scan, in the same way. */
export async function requestFinish(queueUrl: string, scan: Scan): Promise<void> {
  await tryToSend('finish', sendFinish(queueUrl, buildFinishMessage(scan)), { scanId: scan.scanId });
}

/** Requests an attempt at a delivery, in the same way. */
export async function requestDelivery(queueUrl: string, message: DeliveryMessage): Promise<void> {
  const { deliveryId } = message;
  await tryToSend('delivery', sendDelivery(queueUrl, message), { deliveryId });
}

async function tryToSend(what: string, sending: Promise<void>, id: object): Promise<void> {
  try {
    await sending;
  } catch (error) {
    logger().error(`could not send the ${what} message; the sweeper sends it later`, { error, ...id });
  }
}
