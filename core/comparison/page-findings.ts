import { elementsOf } from '../scans/page-finding.ts';
import { isScanned } from '../scans/page-outcome.ts';
import type { Engine, FindingNode, PageFinding, PageResult } from '../scans/page-result.ts';
import { type FramePath, type FramesOfPage, frameKey, frameOf, framePath, wasJudged } from './frames.ts';
import type { Matchable } from './match.ts';

/** A page of a scan that has a result. */
export interface ScannedPage {
  result: PageResult;
  /** Object that holds the result. */
  resultKey: string;
}

/** A finding of a scan that can be told from others. */
export interface CurrentFinding extends Matchable {
  node: FindingNode;
  finding: PageFinding;
  result: PageResult;
}

/** Elements of a finding that are counted but not told apart: beyond those listed, or stored without identity. */
export interface Unlisted {
  finding: PageFinding;
  result: PageResult;
  /** Elements beyond `finding.nodes`, and those of them that have no identity. */
  beyond: number;
  nameless: FindingNode[];
}

/** What one rule said on one page. */
export interface RuleOnPage {
  listed: CurrentFinding[];
  unlisted: Unlisted[];
  /** Whether the rule ran to its end on the page. */
  completed: boolean;
}

/** What a scan knows of one address of a page. */
export class AddressFindings {
  readonly rules = new Map<string, RuleOnPage>();
  readonly engine: Engine;
  /** Object that holds the result. */
  readonly resultKey: string;
  readonly #frames: FramesOfPage;

  constructor({ result, resultKey }: ScannedPage) {
    this.#add(result);
    this.#frames = this.#framesOf(result);
    this.engine = result.engine;
    this.resultKey = resultKey;
    for (const [ruleId, rule] of this.rules) rule.completed = isCompleted(result, ruleId);
  }

  /** Frames whose rules did not run. */
  get framesNotScanned(): readonly FramePath[] {
    return this.#frames.notScanned;
  }

  /** What a rule said; nothing where it was not asked. */
  rule(ruleId: string): RuleOnPage {
    return this.rules.get(ruleId) ?? { listed: [], unlisted: [], completed: false };
  }

  /** Whether a finding of a rule in this frame would be among the listed ones if it were still there. */
  wouldShow(ruleId: string, frame: FramePath): boolean {
    const { completed, unlisted } = this.rule(ruleId);
    return completed && unlisted.length === 0 && wasJudged(frame, this.#frames);
  }

  #add(result: PageResult): void {
    for (const { ruleId } of result.rules) this.#of(ruleId);
    for (const finding of result.findings) {
      const { listed, unlisted } = this.#of(finding.ruleId);
      const nameless = finding.nodes.filter(({ identity }) => identity === null);
      const beyond = elementsOf(finding) - finding.nodes.length;
      if (beyond > 0 || nameless.length > 0) unlisted.push({ finding, result, beyond, nameless });
      for (const node of finding.nodes) {
        if (node.identity === null) continue;
        const { fingerprint, formerly, place, markup } = node.identity;
        const frame = frameOf(node.target);
        listed.push({
          fingerprint,
          formerly,
          place,
          markup,
          kind: finding.kind,
          frame,
          node,
          finding,
          result,
        });
      }
    }
  }

  #of(ruleId: string): RuleOnPage {
    const rule = this.rules.get(ruleId) ?? { listed: [], unlisted: [], completed: false };
    this.rules.set(ruleId, rule);
    return rule;
  }

  #framesOf(result: PageResult): FramesOfPage {
    const seen = [...this.rules.values()].flatMap(({ listed }) => listed.map(({ frame }) => frameKey(frame)));
    return { notScanned: result.framesNotScanned.map(framePath), seen: new Set(seen) };
  }
}

/**
 * What a scan knows of one page. Several addresses of one identity show the same page several times over: what all of
 * them show is there once, so that an address that comes to be found makes nothing new.
 */
export class PageFindings {
  readonly addresses: readonly AddressFindings[];
  /** Whether every address of the page was scanned, and showed all of its content. */
  readonly isWhole: boolean;

  /** @param scans one entry for each address of the page; null for one that was not scanned */
  constructor(scans: readonly (ScannedPage | null)[]) {
    this.addresses = scans.flatMap((scan) =>
      scan !== null && isScanned(scan.result.outcome) ? [new AddressFindings(scan)] : [],
    );
    this.isWhole =
      this.addresses.length === scans.length && scans.every((scan) => scan?.result.incomplete !== true);
  }

  /** Whether the page has at least one result. */
  get isScanned(): boolean {
    return this.addresses.length > 0;
  }

  /** Rules that were asked for on any address. */
  get ruleIds(): string[] {
    return [...new Set(this.addresses.flatMap(({ rules }) => [...rules.keys()]))];
  }
}

function isCompleted({ rules }: PageResult, ruleId: string): boolean {
  return rules.some((rule) => rule.ruleId === ruleId && rule.result !== 'not-run');
}

/** True number of the elements that an entry stands for. */
export function unlistedCount({ beyond, nameless }: Unlisted): number {
  return beyond + nameless.length;
}
