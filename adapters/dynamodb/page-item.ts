import type { TrackedPage } from '../../core/crawl/tracked-page.ts';
import { indexKeys, itemKeys } from './item-keys.ts';
import type { Store } from './store.ts';
import type { TransactItem } from './transact.ts';

/** Returns the item of a page. While the page is open, the local index has it in the order in which pages are dispatched. */
export function buildPageItem(page: TrackedPage): Record<string, unknown> {
  return {
    ...itemKeys.page(page.scanId, page.pageId),
    ...page,
    ...(page.state === 'open' ? { lsi1sk: indexKeys.openPage(page) } : {}),
  };
}

/** Returns the page of an item. */
export function toTrackedPage(item: Record<string, unknown>): TrackedPage {
  const { pk: _pk, sk: _sk, lsi1sk: _open, ...page } = item;
  return page as unknown as TrackedPage;
}

/** Writes a page on the condition that it has not changed since it was read; for a transaction or by itself. */
export function buildPagePut(
  store: Store,
  before: TrackedPage,
  after: TrackedPage,
): NonNullable<TransactItem['Put']> {
  return {
    TableName: store.table,
    Item: buildPageItem(after),
    ConditionExpression: '#state = :state AND attempts = :attempts AND sends = :sends',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: {
      ':state': before.state,
      ':attempts': before.attempts,
      ':sends': before.sends,
    },
  };
}
