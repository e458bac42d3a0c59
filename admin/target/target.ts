import { randomUUID } from 'node:crypto';
import type { CommandContext, Target } from '../command.ts';
import { Failure } from '../errors.ts';

/**
 * Finds the stack or the runtime of a command line and opens its tables. All changes of one command have the same
 * request id.
 * @throws Failure if it does not exist or is not part of this service
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
  // Opened after the environment is set, because the SDK reads it when a client is created.
  const { openStore } = await import('../../adapters/dynamodb/store.ts');
  const { userPoolId } = target;
  const requestId = randomUUID();
  let caller: Promise<string> | undefined;
  return {
    store: openStore(target),
    apiUrl: target.apiUrl.replace(/\/$/, ''),
    readDashboardUrl: () => {
      if (target.dashboardUrl === undefined)
        throw new Failure(
          'the stage runs without its dashboard, to which the links of invitations lead: deploy it without -c dashboard=off',
        );
      return new URL(target.dashboardUrl).origin;
    },
    ensureUser: userPoolId === undefined ? null : (email) => ensureUserOf(userPoolId, email),
    now: new Date(),
    by: async (accountId) => {
      caller ??= target.caller();
      return { accountId, actor: await caller, requestId };
    },
  };
}

async function ensureUserOf(userPoolId: string, email: string): Promise<'ensured' | 'refused'> {
  const { ensureUser, openUserPool } = await import('../../adapters/user-pool/user-pool.ts');
  const pool = openUserPool(userPoolId);
  try {
    return await ensureUser(pool, email);
  } finally {
    pool.client.destroy();
  }
}
