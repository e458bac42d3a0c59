import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FoundLinks, LinksOfPage } from '../../core/crawl/found-links.ts';
import { PICTURE_ID } from '../../core/findings/picture.ts';
import { PAGE_ID } from '../../core/scans/page-id.ts';
import type { PageResult } from '../../core/scans/page-result.ts';

/** Holds the results, links and pictures of pages on disk, for a thousand pages may have gigabytes of them. */
export class ResultStore {
  readonly #folder: string;
  readonly #results = new Set<string>();
  readonly #links = new Map<string, number>();
  readonly #pictures = new Set<string>();

  /** @param folder an empty one that whoever made it removes */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Keeps the result of a page; the last one of each counts. */
  async putResult(result: PageResult): Promise<void> {
    await this.#write(`${known(result.pageId, PAGE_ID)}.json`, JSON.stringify(result));
    this.#results.add(result.pageId);
  }

  async result(pageId: string): Promise<PageResult | undefined> {
    if (!this.#results.has(pageId)) return undefined;
    return JSON.parse(await this.#read(`${pageId}.json`)) as PageResult;
  }

  /** Keeps the links of a page, which is so many links away from the first pages. */
  async putLinks(pageId: string, depth: number, links: FoundLinks): Promise<void> {
    if (links.urls.length === 0) return;
    await this.#write(`${known(pageId, PAGE_ID)}.links.json`, JSON.stringify(links));
    this.#links.set(pageId, depth);
  }

  /** The links of the pages of a depth; of all pages unless one is given. */
  async *links(depth?: number): AsyncGenerator<LinksOfPage> {
    for (const [pageId, of] of this.#links) {
      if (depth !== undefined && of !== depth) continue;
      yield { ...(JSON.parse(await this.#read(`${pageId}.links.json`)) as FoundLinks), pageId };
    }
  }

  /** Keeps a picture; equal ones have one id and are kept once. */
  async putPicture(id: string, bytes: Uint8Array): Promise<void> {
    if (this.#pictures.has(id)) return;
    await this.#write(`${known(id, PICTURE_ID)}.webp`, bytes);
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

/** @throws Error when the id is none, for it becomes the name of a file */
function known(id: string, form: RegExp): string {
  if (!form.test(id)) throw new Error(`${id} is no id of a page or picture`);
  return id;
}
