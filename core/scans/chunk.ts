import { z } from 'zod';
import type { FoundLinks } from '../crawl/found-links.ts';
import { createIdSchema } from '../ids.ts';
import { credentialsSchema } from '../sites/credentials.ts';
import { type ChunkPage, chunkPageSchema } from './messages.ts';
import type { PageOutcome } from './page-outcome.ts';
import type { PageResult } from './page-result.ts';
import { pageSettingsSchema } from './page-settings.ts';
import { responseModes } from './response-mode.ts';

/** Pages of one scan that share a browser. */
const chunkJobSchema = z.object({
  scanId: createIdSchema('scan'),
  pages: z.array(chunkPageSchema).min(1),
  /** Ids of the axe rules to run; no others run. */
  ruleIds: z.array(z.string()),
  settings: pageSettingsSchema,
  /** Whether `#/…` and `#!/…` identify separate pages. */
  hashRoutes: z.boolean(),
  /** Suppression selectors (CSS). Each finding lists those that its element, or an element around it, matches. */
  marks: z.array(z.string()),
  /** The credentials of the site. */
  credentials: credentialsSchema.optional(),
});
export type ChunkJob = z.infer<typeof chunkJobSchema>;

/** The event of the function `scan-pages`. */
export const scanPagesRequestSchema = chunkJobSchema.extend({
  correlationId: z.string().max(200),
  responses: z.enum(responseModes),
});

/** The server requested that the page is opened later. */
export interface Deferral {
  retryAfterSeconds: number;
  /** The page's outcome if it is not opened again. */
  outcome: PageOutcome;
  detail: string;
}

/** Events of a chunk. Each is awaited, in order. */
export interface ChunkEvents {
  /** Before a page is opened; again with `attempt` 2 if the first attempt crashed the browser. */
  pageStarted(page: ChunkPage): Promise<void>;
  /**
   * A picture that findings of the current page refer to, before the page is finished. A chunk may report the same
   * picture again.
   * @param bytes WebP
   */
  picture(id: string, bytes: Uint8Array): Promise<void>;
  /**
   * @param finalUrl as in `result`, but without redaction: secrets in its query identify the page and are needed to
   *   open it
   */
  pageFinished(result: PageResult, links: FoundLinks, finalUrl: string | null): Promise<void>;
  /**
   * A page was deferred. Its attempt does not count. The remaining pages are returned, because the server requested a
   * pause.
   */
  pageDeferred(page: ChunkPage, deferral: Deferral): Promise<void>;
}
