import type { FoundLinks } from '../crawl/found-links.ts';
import type { Credentials } from '../sites/credentials.ts';
import type { ChunkPage } from './messages.ts';
import type { PageOutcome } from './page-outcome.ts';
import type { PageResult } from './page-result.ts';
import type { PageSettings } from './page-settings.ts';

/** Pages of one scan that share a browser. */
export interface ChunkJob {
  scanId: string;
  pages: ChunkPage[];
  /** axe rule ids to run, and no others. */
  ruleIds: string[];
  settings: PageSettings;
  /** Whether `#/…` and `#!/…` name pages of their own. */
  hashRoutes: boolean;
  /** CSS selectors; findings say which of them their element, or one around it, matches. */
  marks: string[];
  /** What opens the gate that the site stands behind. */
  credentials?: Credentials | undefined;
}

/** The server asked to come back later. */
export interface Deferral {
  retryAfterSeconds: number;
  /** How the page ends if nobody comes back. */
  outcome: PageOutcome;
  detail: string;
}

/** What the caller is told, and awaited for, in order. */
export interface ChunkEvents {
  /** Before a page is opened; a second time, with `attempt` 2, when it took the browser down. */
  pageStarted(page: ChunkPage): Promise<void>;
  /**
   * A picture that the findings of the page name that is about to be finished; a chunk may have the same one again.
   * @param bytes WebP
   */
  picture(id: string, bytes: Uint8Array): Promise<void>;
  /** @param finalUrl as `result` has it, but whole: secrets in its query tell pages apart and open them */
  pageFinished(result: PageResult, links: FoundLinks, finalUrl: string | null): Promise<void>;
  /** The attempt does not count; the pages after this one are handed back, for the server wants to be left alone. */
  pageDeferred(page: ChunkPage, deferral: Deferral): Promise<void>;
}
