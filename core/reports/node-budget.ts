import type { FindingNode, PageFinding, PageResult } from '../scans/page-result.ts';
import { elementsOf } from './rule-findings.ts';

/**
 * JSON of all elements of a report, in UTF-16 units, up to which they are kept as the pages gave them. A page gives
 * 3 MiB at most and a scan has 1,000 pages; V8 makes no string beyond 512 Mi units, a report is in memory several
 * times over while it is written, and nobody can open one of hundreds of megabytes.
 */
export const NODES_LENGTH_MAX = 30_000_000;
/** Elements that are still kept of each finding once that is used up: so that each rule and page has examples. */
export const NODES_BEYOND = 3;
/** Of those elements together, in the same units; beyond it elements are counted only. */
export const BEYOND_LENGTH_MAX = 10_000_000;

export interface NodeBounds {
  length: number;
  beyond: number;
}

/**
 * Bounds the elements of a whole report. It must be given the results in the order of the report's pages, each once:
 * then the same results lose the same elements, whatever order they were made in.
 */
export class NodeBudget {
  #left: number;
  #leftBeyond: number;

  constructor({ length, beyond }: NodeBounds = { length: NODES_LENGTH_MAX, beyond: BEYOND_LENGTH_MAX }) {
    this.#left = length;
    this.#leftBeyond = beyond;
  }

  /** The result with the elements that there is room for. `nodeCount` stays the true number. */
  thinned(result: PageResult): PageResult {
    // Each element of a report also names its page.
    const named = result.requestedUrl.length + result.pageId.length;
    return { ...result, findings: result.findings.map((finding) => this.#finding(finding, named)) };
  }

  #finding(finding: PageFinding, named: number): PageFinding {
    const nodes = finding.nodes.filter((node, index) => this.#keeps(node, index, named));
    return { ...finding, nodes, nodeCount: elementsOf(finding) };
  }

  #keeps(node: FindingNode, index: number, named: number): boolean {
    // Nothing needs to be measured for what is not kept in any case.
    if (this.#left === 0 && (index >= NODES_BEYOND || this.#leftBeyond === 0)) return false;
    const length = JSON.stringify(node).length + named;
    if (length <= this.#left) {
      this.#left -= length;
      return true;
    }
    // What is used up stays so: small elements of later pages must not be kept by chance.
    this.#left = 0;
    if (index >= NODES_BEYOND) return false;
    if (length > this.#leftBeyond) {
      this.#leftBeyond = 0;
      return false;
    }
    this.#leftBeyond -= length;
    return true;
  }
}
