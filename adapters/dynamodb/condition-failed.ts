import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';

/** Whether a single write was refused because its condition did not hold. */
export function isConditionFailed(error: unknown): error is ConditionalCheckFailedException {
  return error instanceof ConditionalCheckFailedException;
}

/** Runs a conditional write; false when its condition did not hold. Other errors are thrown. */
export async function wrote(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (isConditionFailed(error)) return false;
    throw error;
  }
}
