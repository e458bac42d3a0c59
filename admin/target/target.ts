import { randomUUID } from 'node:crypto';
import type { CommandContext, Target } from '../command.ts';

/**
 * Finds the stack or the runtime that a command line means and opens its tables. All that one command does has
 * one request id.
 * @throws Failure when it cannot be found or is not one of ours
 */
export async function openTarget({
  stack,
  data,
}: {
  stack?: string | undefined;
  data?: string | undefined;
}): Promise<CommandContext> {
  const target: Target =
    stack === undefined
      ? (await import('./local.ts')).findRuntime(data)
      : await (await import('./stack.ts')).findStack(stack);
  // Opened after the environment says where: the SDK reads it when a client is made.
  const { openStore } = await import('../../adapters/dynamodb/store.ts');
  const requestId = randomUUID();
  let caller: Promise<string> | undefined;
  return {
    store: openStore(target),
    apiUrl: target.apiUrl.replace(/\/$/, ''),
    now: new Date(),
    by: async (accountId) => {
      caller ??= target.caller();
      return { accountId, actor: await caller, requestId };
    },
  };
}
