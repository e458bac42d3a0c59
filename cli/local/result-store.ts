import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FoundLinks, LinksOfPage } from '../../core/crawl/found-links.ts';
import { PICTURE_ID } from '../../core/findings/picture.ts';
import { PAGE_ID } from '../../core/scans/page-id.ts';
import type { PageResult } from '../../core/scans/page-result.ts';

/** Stores the results, links and pictures of pages on disk, because a thousand pages may have gigabytes of them. */
export class ResultStore {
  readonly #folder: string;
  readonly #results = new Set<string>();
  readonly #links = new Map<string, number>();
  readonly #pictures = new Set<string>();

  /** @param folder an empty folder, which its creator removes */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Stores the result of a page, replacing an earlier one. */
  async putResult(result: PageResult): Promise<void> {
    await this.#write(`${requireId(result.pageId, PAGE_ID)}.json`, JSON.stringify(result));
    this.#results.add(result.pageId);
  }

  async result(pageId: string): Promise<PageResult | undefined> {
    if (!this.#results.has(pageId)) return undefined;
    return JSON.parse(await this.#read(`${pageId}.json`)) as PageResult;
  }

  /** Stores the links of a page. @param depth number of links from the first pages to this page */
  async putLinks(pageId: string, depth: number, links: FoundLinks): Promise<void> {
    if (links.urls.length === 0) return;
    await this.#write(`${requireId(pageId, PAGE_ID)}.links.json`, JSON.stringify(links));
    this.#links.set(pageId, depth);
  }

  /** Yields the links of the pages of a depth; of all pages by default. */
  async *links(depth?: number): AsyncGenerator<LinksOfPage> {
    for (const [pageId, of] of this.#links) {
      if (depth !== undefined && of !== depth) continue;
      yield { ...(JSON.parse(await this.#read(`${pageId}.links.json`)) as FoundLinks), pageId };
    }
  }

  /** Stores a picture. Equal pictures have the same id and are stored once. */
  async putPicture(id: string, bytes: Uint8Array): Promise<void> {
    if (this.#pictures.has(id)) return;
    await this.#write(`${requireId(id, PICTURE_ID)}.webp`, bytes);
    this.#pictures.add(id);
  }

  async picture(id: string): Promise<Uint8Array | undefined> {
    return this.#pictures.has(id) ? readFile(join(this.#folder, `${id}.webp`)) : undefined;
  }

  #write(name: string, content: string | Uint8Array): Promise<void> {
    return writeFile(join(this.#folder, name), content);
  }

  #read(name: string): Promise<string> {
    return readFile(join(this.#folder, name), 'utf8');
  }
}

/** @throws Error for an invalid id, because it becomes a file name */
function requireId(id: string, pattern: RegExp): string {
  if (!pattern.test(id)) throw new Error(`${id} is no id of a page or picture`);
  return id;
}
