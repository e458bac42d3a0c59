import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { FoundLinks, LinksOfPage } from '../../core/crawl/found-links.ts';
import { buildLinksPrefix, itemKeys } from './item-keys.ts';
import type { Store } from './store.ts';
import type { TransactItem } from './transact.ts';

/** Builds the item with the links of a page, for the transaction that ends the page, so that the two always agree. */
export function buildLinksItem(
  store: Store,
  page: { scanId: string; depth: number; pageId: string },
  links: FoundLinks,
): TransactItem {
  const packed = deflateRawSync(JSON.stringify(links));
  return {
    Put: {
      TableName: store.table,
      Item: { ...itemKeys.links(page.scanId, page.depth, page.pageId), packed },
    },
  };
}

/** Yields the links of each page, of one depth or of all depths. */
export async function* readLinks(store: Store, scanId: string, depth?: number): AsyncGenerator<LinksOfPage> {
  const pages = paginateQuery(
    { client: store.db },
    {
      TableName: store.table,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :links)',
      ExpressionAttributeValues: {
        ':pk': itemKeys.scan(scanId).pk,
        ':links': depth === undefined ? 'links#' : buildLinksPrefix(depth),
      },
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages) {
    for (const { sk, packed } of Items) {
      const links = JSON.parse(inflateRawSync(packed).toString()) as FoundLinks;
      yield { ...links, pageId: sk.slice(buildLinksPrefix(0).length) };
    }
  }
}
