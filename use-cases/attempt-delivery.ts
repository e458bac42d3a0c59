import type { DeliveryMessage } from '../core/alerts/alert-messages.ts';
import { type AttemptResult, dropDelivery, endAttempt } from '../core/alerts/attempt-outcome.ts';
import { type Attempt, type Delivery, getTargetId } from '../core/alerts/delivery.ts';
import { isGivenUp, type TargetHealth, unknownHealth, updateHealth } from '../core/alerts/target-health.ts';
import type { DisableReason } from '../core/alerts/webhook.ts';
import type { Log } from './log.ts';

/** A request that ended. */
export interface EndedRequest {
  attempt: Attempt;
  result: AttemptResult;
  /** Whether the receiver says that the endpoint does not exist any more. */
  isGone: boolean;
}

/** The channel of a delivery, ready to send. */
export interface OpenChannel {
  send(delivery: Delivery): Promise<EndedRequest>;
}

export interface AttemptDeliveryDependencies {
  findDelivery(deliveryId: string): Promise<Delivery | undefined>;
  /** Returns the ids of some deliveries to a target that are due, longest waiting first. */
  listDueDeliveryIds(targetId: string, now: Date): Promise<string[]>;
  /** Takes a target, or records that a delivery waits for it, and returns undefined. */
  takeTarget(
    targetId: string,
    by: { holder: string; deliveryId: string },
    now: Date,
  ): Promise<TargetHealth | undefined>;
  /** Releases a target, and returns the id of a delivery that waits for it. */
  releaseTarget(targetId: string, holder: string, health: TargetHealth): Promise<string | undefined>;
  /** Returns the channel of a delivery; undefined if it is disabled or does not exist. */
  openChannel(delivery: Delivery): Promise<OpenChannel | undefined>;
  /** Replaces a delivery, unless another attempt was recorded since it was read. */
  replaceDelivery(before: Delivery, after: Delivery): Promise<boolean>;
  /** Replaces a delivery and disables its channel. */
  disableChannel(
    before: Delivery,
    after: Delivery,
    reason: Exclude<DisableReason, 'on-request'>,
    now: Date,
  ): Promise<void>;
  /** Sends the message of a delivery, to the queue of slow endpoints if its endpoint is slow. */
  sendMessage(message: DeliveryMessage, given: { isSlow: boolean; pauseSeconds: number }): Promise<void>;
  /** Longest pause of a message, in seconds. The sweeper sends the messages of later attempts. */
  pauseSecondsMax: number;
  readClock(): Date;
  /** Returns a number from 0 to 1. */
  random(): number;
  log: Log;
}

/** A message may arrive this much before its time: queues count whole seconds, and clocks differ. */
const EARLY_MS = 2_000;

/**
 * Attempts a delivery, or another one to the same endpoint that has been due for longer. If another function sends to
 * the endpoint already, that function continues with the delivery.
 * @param isSlowQueue whether the message is from the queue of slow endpoints
 * @param holder identifies the caller; it is different for each call
 */
export async function attemptDelivery(
  dependencies: AttemptDeliveryDependencies,
  { deliveryId }: DeliveryMessage,
  { isSlowQueue, holder }: { isSlowQueue: boolean; holder: string },
): Promise<void> {
  const { findDelivery, takeTarget, releaseTarget, readClock } = dependencies;
  const asked = await findDelivery(deliveryId);
  const targetId = asked && getTargetId(asked.channel);
  if (asked === undefined || targetId === undefined || !isDue(asked, readClock())) return;
  const before = await takeTarget(targetId, { holder, deliveryId }, readClock());
  if (before === undefined) return;
  // The message of a slow endpoint goes on to its queue.
  let next: AttemptedNext = { health: before, hasOthers: true };
  try {
    if (isSlowQueue || !before.isSlow) next = await attemptNext(dependencies, asked, targetId, before);
  } catch (error) {
    // The queue delivers the message again, after a pause. Another message would be one more each time.
    await releaseTarget(targetId, holder, before);
    throw error;
  }
  const waiting = await releaseTarget(targetId, holder, next.health);
  if (next.hasOthers || waiting !== undefined)
    await continueWith(dependencies, targetId, waiting, next.health);
}

/** The state of a target after an attempt. */
interface AttemptedNext {
  health: TargetHealth;
  /** Whether other deliveries to the target may be due. A new one has a message of its own. */
  hasOthers: boolean;
}

/** Attempts the delivery to a target that is due for the longest time. */
async function attemptNext(
  dependencies: AttemptDeliveryDependencies,
  asked: Delivery,
  targetId: string,
  health: TargetHealth,
): Promise<AttemptedNext> {
  const { openChannel, replaceDelivery, disableChannel, sendMessage, readClock, random, log } = dependencies;
  const dueIds = await dependencies.listDueDeliveryIds(targetId, readClock());
  const hasOthers = dueIds.some((id) => id !== asked.deliveryId);
  const delivery = await findFirstDue(dependencies, [...dueIds, asked.deliveryId], readClock());
  if (delivery === undefined) return { health, hasOthers };
  const { deliveryId, accountId } = delivery;
  const channel = await openChannel(delivery);
  if (channel === undefined) {
    await replaceDelivery(delivery, dropDelivery(delivery));
    log.info('delivery dropped', { deliveryId, accountId });
    return { health, hasOthers };
  }
  const { attempt, result, isGone } = await channel.send(delivery);
  const now = readClock();
  const after = endAttempt(delivery, attempt, result, now, random());
  const next = updateHealth(
    health,
    { failed: result.kind !== 'accepted', durationMs: attempt.durationMs },
    now,
  );
  const reason = isGone ? 'gone' : isGivenUp(next, now) ? 'failing' : undefined;
  if (reason !== undefined) await disableChannel(delivery, after, reason, now);
  else if (!(await replaceDelivery(delivery, after))) return { health: next, hasOthers };
  const { status, failure } = attempt;
  log.info('delivery attempted', { deliveryId, accountId, state: after.state, status, failure });
  const pauseSeconds = getPauseSeconds(after, now);
  if (pauseSeconds <= dependencies.pauseSecondsMax)
    await sendMessage(toMessage(after), { isSlow: next.isSlow, pauseSeconds });
  // Old failures must not count once the channel is enabled again.
  return { health: reason === undefined ? next : { ...unknownHealth, isSlow: next.isSlow }, hasOthers };
}

/** Returns the first delivery that is due. Others may have been attempted meanwhile, because the index is behind. */
async function findFirstDue(
  { findDelivery }: AttemptDeliveryDependencies,
  ids: readonly string[],
  now: Date,
): Promise<Delivery | undefined> {
  for (const id of ids) {
    const delivery = await findDelivery(id);
    if (delivery !== undefined && isDue(delivery, now)) return delivery;
  }
  return undefined;
}

/** Sends the message of a delivery that waits for the target, or of the next one that is due. */
async function continueWith(
  dependencies: AttemptDeliveryDependencies,
  targetId: string,
  waiting: string | undefined,
  { isSlow }: TargetHealth,
): Promise<void> {
  const now = dependencies.readClock();
  const due = await dependencies.listDueDeliveryIds(targetId, now);
  const next = await findFirstDue(dependencies, waiting === undefined ? due : [...due, waiting], now);
  if (next !== undefined) await dependencies.sendMessage(toMessage(next), { isSlow, pauseSeconds: 0 });
}

function isDue({ state, nextAttemptAt }: Delivery, now: Date): boolean {
  return (
    state === 'pending' &&
    nextAttemptAt !== undefined &&
    Date.parse(nextAttemptAt) <= now.getTime() + EARLY_MS
  );
}

/** Returns the seconds until the next attempt; infinity if it was the last one. */
function getPauseSeconds({ nextAttemptAt }: Delivery, now: Date): number {
  if (nextAttemptAt === undefined) return Number.POSITIVE_INFINITY;
  return Math.max(0, Math.ceil((Date.parse(nextAttemptAt) - now.getTime()) / 1_000));
}

function toMessage({ accountId, deliveryId, correlationId }: Delivery): DeliveryMessage {
  return { accountId, deliveryId, correlationId };
}
