import type { TrackedPage } from '../../core/crawl/tracked-page.ts';
import { indexKeys, itemKeys } from './item-keys.ts';
import type { Store } from './store.ts';
import type { TransactItem } from './transact.ts';

/** Returns the item of a page. While the page is open, the local index lists it in the order of dispatch. */
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

/**
 * Builds a write of a page that fails if the page has changed since it was read; for a transaction or a single write.
 */
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
