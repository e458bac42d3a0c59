import { setTimeout as sleep } from 'node:timers/promises';
import { ConditionalCheckFailedException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import {
  type DeleteCommand,
  type PutCommand,
  UpdateCommand,
  type UpdateCommandInput,
  type UpdateCommandOutput,
} from '@aws-sdk/lib-dynamodb';
import type { Store } from './store.ts';

type SingleWrite = UpdateCommand | PutCommand | DeleteCommand;

const ATTEMPTS = 10;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 500;

/**
 * Pauses before the next attempt after a conflict or throttling. The pause grows with each attempt and is jittered, so
 * that writers do not retry at the same time.
 */
export function pauseBeforeRetry(attempt: number): Promise<void> {
  return sleep(Math.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt));
}

/**
 * Makes one write. Retries it if the item is part of another transaction (`TransactionConflictException`), because the
 * SDK does not retry that.
 * @throws ConditionalCheckFailedException if the condition of the write fails
 */
export async function write(store: Store, command: SingleWrite): Promise<UpdateCommandOutput> {
  for (let attempt = 0; ; attempt++) {
    try {
      return (await store.db.send(command as UpdateCommand)) as UpdateCommandOutput;
    } catch (error) {
      if (!(error instanceof TransactionConflictException) || attempt + 1 >= ATTEMPTS) throw error;
      await pauseBeforeRetry(attempt);
    }
  }
}

/**
 * Makes one conditional write.
 * @returns false if its condition failed; other errors are thrown
 */
export async function writeIf(store: Store, command: SingleWrite): Promise<boolean> {
  try {
    await write(store, command);
    return true;
  } catch (error) {
    if (isConditionFailed(error)) return false;
    throw error;
  }
}

/**
 * Makes one conditional update.
 * @returns the item after the update; undefined if the condition failed
 */
export async function updateIf(
  store: Store,
  update: Omit<UpdateCommandInput, 'TableName'>,
): Promise<Record<string, unknown> | undefined> {
  const command = new UpdateCommand({ TableName: store.table, ReturnValues: 'ALL_NEW', ...update });
  try {
    return (await write(store, command)).Attributes;
  } catch (error) {
    if (isConditionFailed(error)) return undefined;
    throw error;
  }
}

/** True if a single write failed because of its condition. */
export function isConditionFailed(error: unknown): error is ConditionalCheckFailedException {
  return error instanceof ConditionalCheckFailedException;
}
