import { setTimeout as wait } from 'node:timers/promises';
import type { Picture } from '../../../../core/findings/picture.ts';
import type { ChunkJob } from '../../../../core/scans/chunk.ts';
import type { ChunkPage } from '../../../../core/scans/messages.ts';
import type { PageOutcome } from '../../../../core/scans/page-outcome.ts';
import type { ScanOptions, scanChunkPages } from '../../../../scanner/scan-chunk-pages.ts';
import { nodeOf } from '../../comparison/fixtures.ts';
import { finding, result } from '../../reports/fixtures.ts';

/** A page of a fake site. */
export interface FakePage {
  links?: string[];
  /** Names of elements that image-alt reports. */
  faults?: string[];
  outcome?: PageOutcome;
  /** URL that the page redirects to. */
  leadsTo?: string;
  /** Number of times that the server first asks to retry later, each time after one second. */
  deferrals?: number;
  /** Milliseconds that the scan of the page takes. */
  takes?: number;
}

/** The first bytes of a WebP image. */
export const pictureBytes = Buffer.from('RIFF    WEBP and so on');

/** Scans fake pages as the scanner scans real ones, and records the requests. */
export class FakeScanner {
  readonly jobs: ChunkJob[] = [];
  readonly opened: ChunkPage[] = [];
  readonly options: ScanOptions[] = [];
  /** Maximum number of chunks at the same time. */
  most = 0;
  #running = 0;
  readonly #pages: Record<string, FakePage>;
  readonly #deferred = new Map<string, number>();
  readonly #picture: Picture | null;

  /** @param pages by URL; other URLs end with an error. @param picture returned for every element */
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
