import type { CDPSession } from 'puppeteer-core';
import type { ElementFacts } from '../../core/findings/element-facts.ts';
import type { SelectorPath } from '../../core/scans/page-result.ts';
import type { AxeRun, FrameRun } from './axe.ts';
import { type PageClock, StepTimeoutError } from './clock.ts';
import type { ReadPath } from './in-page/path-reader.ts';
import { readElements, readFrameOwner, type WireElement } from './in-page/read-elements.ts';
import type { WireNode } from './in-page/wire-results.ts';
import { callInWorld } from './world.ts';

/** Number of elements that are read at once. */
const BATCH = 200;

/** An element of findings, not redacted. */
export interface FoundElement {
  nodes: WireNode[];
  facts: ElementFacts;
  /** The frame elements (`iframe`, `frame`) around it, from the top document down. */
  frames: ElementFacts[];
  /** Path of the element for users, in the format of a target; null if it is longer than the limit. */
  path: SelectorPath | null;
  /** Selectors that match it, an ancestor, or an ancestor of its frame. */
  matchedSelectors: string[];
}

/**
 * Reads the elements of the nodes of a run, each once, in batches to limit memory. Omits nodes whose element cannot be
 * read because its frame no longer exists.
 * @param selectors CSS selectors to match against the elements
 */
export async function* readFoundElements(
  session: CDPSession,
  { frames }: Pick<AxeRun, 'frames'>,
  nodes: Iterable<WireNode>,
  selectors: string[],
  clock: PageClock,
): AsyncGenerator<FoundElement> {
  const owners = new Map<number, Promise<WireElement[]>>();
  for (const [frame, byNumber] of groupByElement(nodes)) {
    const { world } = frames[frame] as FrameRun;
    const numbers = [...byNumber.keys()];
    for (let at = 0; at < numbers.length; at += BATCH) {
      const batch = numbers.slice(at, at + BATCH);
      const read = await unlessFrameGone(async () => {
        const frameOwners = await getOwners(frame);
        const work = callInWorld(session, world, readElements, batch, selectors);
        return { frameOwners, elements: await clock.bound('reading the elements', work) };
      });
      for (const [index, { facts, matchedSelectors, path }] of (read?.elements ?? []).entries()) {
        const frameOwners = read?.frameOwners ?? [];
        const matched = new Set([
          ...matchedSelectors,
          ...frameOwners.flatMap((each) => each.matchedSelectors),
        ]);
        yield {
          nodes: byNumber.get(batch[index] as number) ?? [],
          facts,
          frames: frameOwners.map((each) => each.facts),
          path: joinPaths([...frameOwners.map((each) => each.path), path]),
          matchedSelectors: selectors.filter((selector) => matched.has(selector)),
        };
      }
    }

    async function unlessFrameGone<T>(work: () => Promise<T>): Promise<T | undefined> {
      try {
        return await work();
      } catch (error) {
        // A frame can disappear at any time. If the top document disappears, all findings are lost.
        if (error instanceof StepTimeoutError || frame === 0) throw error;
        return undefined;
      }
    }
  }

  function getOwners(frame: number): Promise<WireElement[]> {
    const known = owners.get(frame) ?? readOwners(frame);
    owners.set(frame, known);
    return known;
  }

  async function readOwners(frame: number): Promise<WireElement[]> {
    const { owner } = frames[frame] as FrameRun;
    if (owner === null) return [];
    const above = await getOwners(owner.frame);
    const { world } = frames[owner.frame] as FrameRun;
    const work = callInWorld(session, world, readFrameOwner, owner.selector, selectors);
    const read = await clock.bound('reading a frame', work);
    if (read === null) throw new Error('the frame is gone');
    return [...above, read];
  }
}

/** Returns one path with one entry per frame, in the format of a target; null if one of the paths is null. */
function joinPaths(paths: readonly ReadPath[]): SelectorPath | null {
  const entries = paths.flatMap((path) => {
    const [first] = path ?? [];
    return path === null || first === undefined ? [] : [path.length === 1 ? first : path];
  });
  return entries.length === paths.length ? entries : null;
}

/** Groups nodes by the frame and the number of their element. */
function groupByElement(nodes: Iterable<WireNode>): Map<number, Map<number, WireNode[]>> {
  const frames = new Map<number, Map<number, WireNode[]>>();
  for (const node of nodes) {
    if (node.element === null) continue;
    const { frame, number } = node.element;
    const byNumber = frames.get(frame) ?? new Map<number, WireNode[]>();
    frames.set(frame, byNumber);
    const same = byNumber.get(number) ?? [];
    byNumber.set(number, same);
    same.push(node);
  }
  return frames;
}
