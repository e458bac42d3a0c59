import type { Browser } from 'puppeteer-core';
import { type FoundLinks, noLinks } from '../../core/crawl/found-links.ts';
import type { PageOutcome } from '../../core/scans/page-outcome.ts';
import type { PageFinding, RuleOutcome, SelectorPath } from '../../core/scans/page-result.ts';
import type { PageSettings } from '../../core/scans/page-settings.ts';
import type { LaunchMode } from '../browser/arguments.ts';
import type { PageTraffic } from '../egress/traffic.ts';
import type { PictureFile } from '../pictures/limits.ts';
import { buildRuleOutcomes, type FindingContext } from './findings.ts';
import type { ResponseContext } from './response-facts.ts';

/** What one page is scanned with. */
export interface PageJob extends ResponseContext, FindingContext {
  browser: Browser;
  mode: Pick<LaunchMode, 'framesOnRequest' | 'windows'>;
  /** Text of axe-core's script. */
  axeScript: string;
  ruleIds: string[];
  settings: PageSettings;
  /** Whether `#/…` and `#!/…` name pages of their own. */
  hashRoutes: boolean;
  timeoutMs: number;
  /** The fingerprints that the baseline has on this page, as `packKnownFingerprints` writes them; absent without a baseline. */
  known?: string | undefined;
  /** What the page has moved through the egress proxy. */
  traffic?: () => PageTraffic;
}

/** What is found out about one page; the chunk adds who asked and with what. */
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
  selectorsUnmatched: string[];
  markups: string | null;
  /** Pictures that the findings name, each once. */
  pictures: PictureFile[];
  /** Links to other pages of the site; none unless the page was scanned, or its selectors alone kept it from that. */
  links: FoundLinks;
  /** Seconds after which the server wants to be asked again; null when it did not say that it does. */
  retryAfterSeconds: number | null;
  /** The browser answers no more, or may still be busy with the page: it must not serve another. */
  browserUnusable: boolean;
}

/** A reading that holds only how the page ended, as if no rule had been run; what was found out is added to it. */
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
    selectorsUnmatched: [],
    markups: null,
    pictures: [],
    links: noLinks,
    retryAfterSeconds: null,
    browserUnusable: false,
  };
}
