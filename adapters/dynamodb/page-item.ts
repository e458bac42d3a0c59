import type { FrontierPage } from '../../core/scans/scan.ts';
import { indexKeys, itemKeys } from './item-keys.ts';

/** A page of a scan with what the pipeline keeps beside it. */
export interface PageItem extends FrontierPage {
  /** The chunk that it was last sent in. */
  chunkId?: string;
  /** Every chunk that it was sent in. */
  chunkIds?: Set<string>;
  /** Times the page was put off because its server wanted to be left alone. */
  deferrals?: number;
  /** When whoever has the page is given up, RFC 3339 UTC. */
  leaseUntil?: string;
  /** Present while the page is open: its place in the order in which pages are taken. */
  lsi1sk?: string;
}

/** The item of a page that was just found. */
export function pageItem(page: FrontierPage): PageItem & { pk: string; sk: string } {
  return { ...itemKeys.page(page.scanId, page.pageId), ...page, lsi1sk: indexKeys.openPage(page) };
}

/** The page of an item, without what belongs to the table and the pipeline. */
export function toPage(item: PageItem): FrontierPage {
  const {
    chunkId: _chunk,
    chunkIds: _chunks,
    leaseUntil: _lease,
    lsi1sk: _open,
    deferrals: _off,
    ...rest
  } = item;
  const { pk: _pk, sk: _sk, ...page } = rest as FrontierPage & { pk?: string; sk?: string };
  return page;
}
