import { type AlertState, hashStateBranch } from '../../core/alerts/alert-state.ts';
import { itemKeys } from './item-keys.ts';
import { readItem } from './read-items.ts';
import type { Store } from './store.ts';
import type { TransactItem } from './transact.ts';

/** Returns what was reported of a site. @param branch see `hashStateBranch`. Undefined if nothing is known. */
export async function readAlertState(
  store: Store,
  siteId: string,
  branch: string | null,
): Promise<AlertState | undefined> {
  const item = await readItem(store, itemKeys.alertState(siteId, hashStateBranch(branch)));
  if (item === undefined) return undefined;
  const { pk: _pk, sk: _sk, ...state } = item;
  return state as unknown as AlertState;
}

/** Builds the write of what was reported. It fails if that has changed since it was read. */
export function buildAlertStateItem(
  store: Store,
  siteId: string,
  branch: string | null,
  state: AlertState,
): TransactItem {
  const isFirst = state.version === 1;
  return {
    Put: {
      TableName: store.table,
      Item: { ...itemKeys.alertState(siteId, hashStateBranch(branch)), ...state },
      ConditionExpression: isFirst ? 'attribute_not_exists(pk)' : 'version = :read',
      ...(isFirst ? {} : { ExpressionAttributeValues: { ':read': state.version - 1 } }),
    },
  };
}
