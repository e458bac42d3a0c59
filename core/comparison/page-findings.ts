import type { FindingIdentity } from '../findings/identity.ts';
import type { ContentDigest } from '../scans/content-digest.ts';
import type { Engine } from '../scans/engine.ts';
import { countElements } from '../scans/page-finding.ts';
import { canHaveFindings, isScanned } from '../scans/page-outcome.ts';
import type { FindingNode, PageFinding, PageResult } from '../scans/page-result.ts';
import {
  type FramePath,
  type FramesOfPage,
  getElementFrame,
  isFrameJudged,
  toFrameKey,
  toFramePath,
} from './frames.ts';
import type { Matchable } from './match.ts';

export interface ComparedNode extends Pick<FindingNode, 'target' | 'impact'> {
  identity: Pick<FindingIdentity, 'fingerprint' | 'formerly' | 'place' | 'markup'>;
}
export interface ComparedFinding extends Omit<PageFinding, 'nodes'> {
  nodes: readonly ComparedNode[];
}
export interface ComparedResult
  extends Pick<PageResult, 'outcome' | 'incomplete' | 'content' | 'rules' | 'framesNotScanned'> {
  engine: Engine;
  findings: readonly ComparedFinding[];
}

/** A page with a result. */
export interface ScannedPage<Result extends ComparedResult = ComparedResult> {
  result: Result;
  /** Key of the object that contains the result. */
  resultKey: string;
}

export interface CurrentFinding extends Matchable {
  node: ComparedNode;
  finding: ComparedFinding;
  result: ComparedResult;
}

/** Elements of a finding that are counted but not listed. */
export interface Unlisted {
  finding: ComparedFinding;
  result: ComparedResult;
  count: number;
}

/** The findings of one rule on one page. */
export interface RuleOnPage {
  listed: CurrentFinding[];
  unlisted: Unlisted[];
  /** Whether the rule completed on the page. */
  completed: boolean;
}

/** The findings on one address of a page. */
export class AddressFindings {
  readonly rules = new Map<string, RuleOnPage>();
  readonly engine: ComparedResult['engine'];
  /** Key of the object that contains the result. */
  readonly resultKey: string;
  readonly content: ContentDigest | null;
  readonly #frames: FramesOfPage;

  constructor({ result, resultKey }: ScannedPage) {
    this.#add(result);
    this.#frames = this.#readFrames(result);
    this.engine = result.engine;
    this.content = result.content;
    this.resultKey = resultKey;
    for (const [ruleId, rule] of this.rules) rule.completed = isCompleted(result, ruleId);
  }

  /** Frames in which the rules did not run. */
  get framesNotScanned(): readonly FramePath[] {
    return this.#frames.notScanned;
  }

  /** Returns the findings of a rule; none if the scan did not request it. */
  rule(ruleId: string): RuleOnPage {
    return this.rules.get(ruleId) ?? { listed: [], unlisted: [], completed: false };
  }

  /** True if a finding of a rule in this frame would be listed if it still existed. */
  wouldShow(ruleId: string, frame: FramePath): boolean {
    const { completed, unlisted } = this.rule(ruleId);
    return completed && unlisted.length === 0 && isFrameJudged(frame, this.#frames);
  }

  #add(result: ComparedResult): void {
    for (const { ruleId } of result.rules) this.#getOrCreate(ruleId);
    for (const finding of result.findings) {
      const { kind, nodes } = finding;
      const { listed, unlisted } = this.#getOrCreate(finding.ruleId);
      const count = countElements(finding) - nodes.length;
      if (count > 0) unlisted.push({ finding, result, count });
      for (const node of nodes) {
        const { fingerprint, formerly, place, markup } = node.identity;
        const frame = getElementFrame(node.target);
        listed.push({ fingerprint, formerly, place, markup, kind, frame, node, finding, result });
      }
    }
  }

  #getOrCreate(ruleId: string): RuleOnPage {
    const rule = this.rules.get(ruleId) ?? { listed: [], unlisted: [], completed: false };
    this.rules.set(ruleId, rule);
    return rule;
  }

  #readFrames(result: ComparedResult): FramesOfPage {
    const seen = [...this.rules.values()].flatMap(({ listed }) =>
      listed.map(({ frame }) => toFrameKey(frame)),
    );
    return { notScanned: result.framesNotScanned.map(toFramePath), seen: new Set(seen) };
  }
}

/**
 * The findings of one page. Addresses with the same identity show the same page. A finding on several addresses counts
 * once, so that an additional address does not make findings new.
 */
export class PageFindings {
  readonly addresses: readonly AddressFindings[];
  /** Whether every address of the page was scanned completely, and shows what it showed before. */
  readonly isWhole: boolean;
  /** Whether every address of the page was scanned. */
  readonly isScanned: boolean;
  /** Whether every address of the page was scanned completely, whatever it shows. */
  readonly isComplete: boolean;

  /**
   * @param scans one entry for each address of the page; null for an address without results
   * @param isOther whether the page changed so much that what it no longer has is not fixed, see `ContentChanges`
   */
  constructor(scans: readonly (ScannedPage | null)[], isOther = false) {
    this.addresses = scans.flatMap((scan) =>
      scan !== null && canHaveFindings(scan.result.outcome) ? [new AddressFindings(scan)] : [],
    );
    // An empty page has findings, but does not show that others are gone.
    this.isScanned = scans.every((scan) => scan !== null && isScanned(scan.result.outcome));
    this.isComplete = this.isScanned && scans.every((scan) => scan?.result.incomplete === false);
    this.isWhole = this.isComplete && !isOther;
  }

  /** Whether an address of the page has results. */
  get hasResults(): boolean {
    return this.addresses.length > 0;
  }

  /**
   * How much of the page the scan observed: all of it, or all except some frames. Undefined if an address was not
   * scanned or not to its end, or a rule did not complete on some of the addresses.
   */
  get observed(): 'all' | 'top-document' | undefined {
    const isMixed = (ruleId: string) =>
      new Set(this.addresses.map((address) => address.rule(ruleId).completed)).size > 1;
    if (!this.isWhole || this.ruleIds.some(isMixed)) return undefined;
    const hasAllFrames = this.addresses.every(({ framesNotScanned }) => framesNotScanned.length === 0);
    return hasAllFrames ? 'all' : 'top-document';
  }

  /** What the page shows at its first address that has a result; undefined without one. */
  get content(): ContentDigest | undefined {
    return this.addresses[0]?.content ?? undefined;
  }

  /** Ids of the rules that were requested for any address. */
  get ruleIds(): string[] {
    return [...new Set(this.addresses.flatMap(({ rules }) => [...rules.keys()]))];
  }

  listed(ruleId: string): CurrentFinding[] {
    return this.addresses.flatMap((address) => address.rule(ruleId).listed);
  }

  unlisted(ruleId: string): Unlisted[] {
    return this.addresses.flatMap((address) => address.rule(ruleId).unlisted);
  }
}

function isCompleted({ rules }: ComparedResult, ruleId: string): boolean {
  return rules.some((rule) => rule.ruleId === ruleId && rule.result !== 'not-run');
}
