import type { CDPSession } from 'puppeteer-core';
import type { ElementFacts } from '../../core/findings/element-facts.ts';
import type { SelectorPath } from '../../core/scans/page-result.ts';
import type { AxeRun, FrameRun } from './axe.ts';
import { type PageClock, StepTimeoutError } from './clock.ts';
import type { ReadPath } from './in-page/path-reader.ts';
import { readElements, readFrameOwner, type WireElement } from './in-page/read-elements.ts';
import type { WireNode } from './in-page/wire-results.ts';
import { callInWorld } from './world.ts';

/** Elements asked for at once. */
const BATCH = 200;

/** An element that findings are about; as the page has it, not redacted. */
export interface FoundElement {
  nodes: WireNode[];
  facts: ElementFacts;
  /** The elements that hold the frames that it is in, from the top document down. */
  frames: ElementFacts[];
  /** Where it is, for people, with the structure of a target; null if that is longer than the limit. */
  path: SelectorPath | null;
  /** Those of the selectors that find it, or one around it, also around its frame. */
  matchedSelectors: string[];
}

/**
 * Reads the elements that the nodes of a run are about, each once, some at a time so that only few are held. Nodes
 * whose element cannot be read any more, for its frame is gone, are not among them.
 * @param selectors CSS; elements say which of them they match
 */
export async function* readFoundElements(
  session: CDPSession,
  { frames }: AxeRun,
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
        // A frame may go at any time; when the top document does, so does all that was found.
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

/** One entry a frame, as a target has it; null where one of them is not known. */
function joinPaths(paths: readonly ReadPath[]): SelectorPath | null {
  const entries = paths.flatMap((path) => {
    const [first] = path ?? [];
    return path === null || first === undefined ? [] : [path.length === 1 ? first : path];
  });
  return entries.length === paths.length ? entries : null;
}

/** The nodes by frame and by number of their element. */
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
