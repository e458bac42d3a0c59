import { type TargetHealth, unknownHealth } from '../../core/alerts/target-health.ts';
import { itemKeys } from './item-keys.ts';
import { readItem } from './read-items.ts';
import type { Store } from './store.ts';
import { updateIf } from './write.ts';

/** Time after which a function that holds a target has ended, in milliseconds. */
export const TARGET_LEASE_MS = 60_000;

/** How often the target is taken or waited for before the message returns to its queue. */
const ATTEMPTS = 5;

/** Days after which the item of a target that gets nothing any more is deleted. */
const TARGET_DAYS = 60;

/** Returns the health of a target, which an endpoint has that got nothing yet too. */
export async function readTargetHealth(store: Store, targetId: string): Promise<TargetHealth> {
  return toHealth(await readItem(store, itemKeys.deliveryTarget(targetId)));
}

/**
 * Takes a target, so that one request at a time is sent to it.
 * @param holder identifies who takes it
 * @param deliveryId the delivery that waits if another one holds the target: the holder continues with it
 * @returns the health of the target; undefined if another one holds it, who knows now that a delivery waits
 * @throws Error if the target is taken and released all the time
 */
export async function takeTarget(
  store: Store,
  targetId: string,
  { holder, deliveryId }: { holder: string; deliveryId: string },
  now: Date,
): Promise<TargetHealth | undefined> {
  const Key = itemKeys.deliveryTarget(targetId);
  const time = now.toISOString();
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const taken = await updateIf(store, {
      Key,
      UpdateExpression: 'SET holder = :holder, heldUntil = :until, #ttl = :ttl',
      ConditionExpression: 'attribute_not_exists(holder) OR heldUntil < :now',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: {
        ':holder': holder,
        ':until': new Date(now.getTime() + TARGET_LEASE_MS).toISOString(),
        ':now': time,
        ':ttl': Math.ceil(now.getTime() / 1_000) + TARGET_DAYS * 86_400,
      },
    });
    if (taken !== undefined) return toHealth(taken);
    const waits = await updateIf(store, {
      Key,
      UpdateExpression: 'SET waiting = :id',
      ConditionExpression: 'attribute_exists(holder) AND heldUntil >= :now',
      ExpressionAttributeValues: { ':id': deliveryId, ':now': time },
    });
    if (waits !== undefined) return undefined;
  }
  throw new Error(`the target ${targetId} was taken and released ${ATTEMPTS} times in between`);
}

/**
 * Releases a target.
 * @param health its health after the attempt
 * @returns the id of a delivery that waits for the target, if one does; undefined too if another one has taken it
 */
export async function releaseTarget(
  store: Store,
  targetId: string,
  holder: string,
  { failingSince, failedAt, failures, isSlow }: TargetHealth,
): Promise<string | undefined> {
  const before = await updateIf(store, {
    Key: itemKeys.deliveryTarget(targetId),
    UpdateExpression: `SET failures = :failures, isSlow = :slow${
      failingSince === undefined ? '' : ', failingSince = :since, failedAt = :at'
    } REMOVE holder, heldUntil, waiting${failingSince === undefined ? ', failingSince, failedAt' : ''}`,
    ConditionExpression: 'holder = :holder',
    ExpressionAttributeValues: {
      ':holder': holder,
      ':failures': failures,
      ':slow': isSlow,
      ...(failingSince === undefined ? {} : { ':since': failingSince, ':at': failedAt ?? failingSince }),
    },
    ReturnValues: 'ALL_OLD',
  });
  return before?.waiting as string | undefined;
}

/** Forgets that attempts at deliveries to a target failed, so that they do not count after it is enabled again. */
export async function forgetFailures(store: Store, targetId: string): Promise<void> {
  await updateIf(store, {
    Key: itemKeys.deliveryTarget(targetId),
    UpdateExpression: 'SET failures = :none REMOVE failingSince, failedAt',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':none': 0 },
  });
}

function toHealth(item: Record<string, unknown> | undefined): TargetHealth {
  if (item === undefined) return unknownHealth;
  const { failingSince, failedAt, failures = 0, isSlow = false } = item as Partial<TargetHealth>;
  return {
    ...(failingSince === undefined ? {} : { failingSince }),
    ...(failedAt === undefined ? {} : { failedAt }),
    failures,
    isSlow,
  };
}
