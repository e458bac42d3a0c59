import { setTimeout as wait } from 'node:timers/promises';
import type { Picture } from '../../../../core/findings/picture.ts';
import type { ChunkJob } from '../../../../core/scans/chunk.ts';
import type { ChunkPage } from '../../../../core/scans/messages.ts';
import type { PageOutcome } from '../../../../core/scans/page-outcome.ts';
import type { ScanOptions, scanChunkPages } from '../../../../scanner/scan-chunk-pages.ts';
import { nodeOf } from '../../comparison/fixtures.ts';
import { finding, result } from '../../reports/fixtures.ts';

/** A page of a site that is only made up. */
export interface FakePage {
  links?: string[];
  /** Names of elements that image-alt finds fault with. */
  faults?: string[];
  outcome?: PageOutcome;
  /** Where it redirects to. */
  leadsTo?: string;
  /** Times that it asks to be left alone first, each time for a second. */
  deferrals?: number;
  /** Milliseconds that it takes. */
  takes?: number;
}

/** As a WebP image begins. */
export const pictureBytes = Buffer.from('RIFF    WEBP and so on');

/** Scans made-up pages as the scanner does real ones, and remembers what it was asked for. */
export class FakeScanner {
  readonly jobs: ChunkJob[] = [];
  readonly opened: ChunkPage[] = [];
  readonly options: ScanOptions[] = [];
  /** Chunks at the same time, at most. */
  most = 0;
  #running = 0;
  readonly #pages: Record<string, FakePage>;
  readonly #deferred = new Map<string, number>();
  readonly #picture: Picture | null;

  /** @param pages by URL; others answer with an error. @param picture of every element */
  constructor(pages: Record<string, FakePage>, { picture = null }: { picture?: Picture | null } = {}) {
    this.#pages = pages;
    this.#picture = picture;
  }

  readonly scanChunk: typeof scanChunkPages = async (job, events, options) => {
    this.jobs.push(job);
    this.options.push(options);
    this.#running += 1;
    this.most = Math.max(this.most, this.#running);
    try {
      for (const [index, page] of job.pages.entries()) {
        options.signal?.throwIfAborted();
        this.opened.push(page);
        await events.pageStarted(page);
        const {
          links = [],
          faults = [],
          takes = 0,
          ...fake
        } = this.#pages[page.url] ?? {
          outcome: 'http-error' as const,
        };
        await wait(takes, undefined, options.signal ? { signal: options.signal } : {});
        const deferred = this.#deferred.get(page.url) ?? 0;
        if (deferred < (fake.deferrals ?? 0)) {
          this.#deferred.set(page.url, deferred + 1);
          await events.pageDeferred(page, {
            retryAfterSeconds: 1,
            outcome: 'rate-limited',
            detail: 'Slowly.',
          });
          return { notReached: job.pages.slice(index + 1) };
        }
        const { outcome = 'scanned', leadsTo = page.url } = fake;
        const found = faults.map((is) => ({
          ...nodeOf({ is: `${is} of ${page.identity}` }),
          picture: this.#picture,
        }));
        const picture = this.#picture;
        if (picture !== null) await events.picture(picture.id, pictureBytes);
        await events.pageFinished(
          {
            ...result(page.pageId, found.length > 0 ? [finding('image-alt', found)] : []),
            scanId: job.scanId,
            requestedUrl: page.url,
            finalUrl: leadsTo,
            outcome,
            detail: `It is ${outcome}.`,
            attempt: page.attempt,
          },
          { urls: links, risky: [], cut: 0 },
          leadsTo,
        );
      }
      return { notReached: [] };
    } finally {
      this.#running -= 1;
    }
  };
}
