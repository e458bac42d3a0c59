import type { Browser } from 'puppeteer-core';
import { type FoundLinks, noLinks } from '../../core/crawl/found-links.ts';
import type { ContentDigest } from '../../core/scans/content-digest.ts';
import type { PageOutcome } from '../../core/scans/page-outcome.ts';
import type { PageFinding, RuleOutcome, SelectorPath } from '../../core/scans/page-result.ts';
import type { PageSettings } from '../../core/scans/page-settings.ts';
import type { LaunchMode } from '../browser/arguments.ts';
import type { ResourceWatch } from '../browser/resource-watch.ts';
import type { AppliedCredentials } from '../credentials/credentials.ts';
import type { PageTraffic } from '../egress/traffic.ts';
import type { PictureFile } from '../pictures/limits.ts';
import type { TimeRepetition } from '../time/time-repetition.ts';
import { buildRuleOutcomes, type FindingContext } from './findings.ts';
import type { ResponseContext } from './response-facts.ts';

/** Input of the scan of one page. */
export interface PageJob extends ResponseContext, FindingContext {
  browser: Browser;
  mode: Pick<LaunchMode, 'framesOnRequest' | 'windows'>;
  /** Text of axe-core's script. */
  axeScript: string;
  /** Text of the script of the service's own checks. */
  checksScript: string;
  /** Rules of axe and own checks. */
  ruleIds: string[];
  settings: PageSettings;
  /** True if addresses that differ in `#/…` or `#!/…` are different pages. */
  hashRoutes: boolean;
  timeoutMs: number;
  /** Maximum milliseconds that the page may take longer while other programs have the processors. */
  extraMs?: number;
  /** The credentials that the browser sends; absent without credentials. */
  credentials?: AppliedCredentials | undefined;
  /** The baseline's fingerprints of this page, packed by `packKnownFingerprints`; absent without a baseline. */
  known?: string | undefined;
  /** Returns the traffic of the page through the egress proxy. */
  traffic?: () => PageTraffic;
  /** Counts bytes that the browser has received for the page, after decompression. Returns false above the limit. */
  countDecoded?: (bytes: number) => boolean;
  /** What the browser needs of the machine. */
  resources?: Omit<ResourceWatch, 'stop'>;
  /** Drops what the page writes to web sockets from now on, because the scanner interacts with it. */
  holdWebSockets?: () => void;
  /** Allows web sockets again, before the page is loaded again in a tab of its own. */
  releaseWebSockets?: () => void;
}

/** What was observed on one page. The chunk adds the scan, the page and the engine to the result. */
export interface PageObservation {
  finalUrl: string | null;
  title: string | null;
  httpStatus: number | null;
  contentType: string | null;
  outcome: PageOutcome;
  detail: string;
  settled: boolean | null;
  rules: RuleOutcome[];
  /** These three are redacted. */
  findings: PageFinding[];
  framesNotScanned: SelectorPath[];
  framesNotJudged: number;
  incomplete: boolean;
  hasNotStarted: boolean;
  failedScripts: string[];
  content: ContentDigest | null;
  selectorsUnmatched: string[];
  markups: string | null;
  /** Pictures of the findings, each once. */
  pictures: PictureFile[];
  /**
   * Links to other pages of the site. Empty if the page was not scanned, unless the only reason was that
   * `includeSelectors` and `excludeSelectors` left nothing to test.
   */
  links: FoundLinks;
  /** Seconds after which the server asks to retry; null if it does not. */
  retryAfterSeconds: number | null;
  /** Checks of time to repeat when everything else has ended; null without any. */
  repetition: TimeRepetition | null;
  /** The browser no longer answers, or may still be busy with this page. It must not scan another page. */
  browserUnusable: boolean;
}

/** Returns an observation that contains only the outcome and no rule results. The caller adds what was observed. */
export function createEmptyObservation(
  ruleIds: string[],
  { outcome, detail }: { outcome: PageOutcome; detail: string },
): PageObservation {
  return {
    finalUrl: null,
    title: null,
    httpStatus: null,
    contentType: null,
    outcome,
    detail,
    settled: null,
    rules: buildRuleOutcomes(ruleIds, new Map(), () => 'The page was not scanned.'),
    findings: [],
    framesNotScanned: [],
    framesNotJudged: 0,
    incomplete: false,
    hasNotStarted: false,
    failedScripts: [],
    content: null,
    selectorsUnmatched: [],
    markups: null,
    pictures: [],
    links: noLinks,
    retryAfterSeconds: null,
    repetition: null,
    browserUnusable: false,
  };
}
