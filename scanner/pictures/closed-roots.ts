import type { CDPSession } from 'puppeteer-core';
import type { PageClock } from '../page/clock.ts';
import { listOpaqueNodes, resolveNode } from '../page/opaque-nodes.ts';
import { openWorld, type World } from '../page/world.ts';
import { pictureLimits } from './limits.ts';

/**
 * Opens the scanner's worlds in all documents of a page.
 * @returns the worlds by frame id; null if there are too many frames
 */
export async function openWorlds(
  session: CDPSession,
  main: World,
  clock: PageClock,
): Promise<Map<string, World> | null> {
  const { frameTree } = await clock.bound('listing the frames', session.send('Page.getFrameTree'));
  const worlds = new Map<string, World>();
  const trees = [frameTree];
  for (let tree = trees.pop(); tree !== undefined; tree = trees.pop()) {
    if (worlds.size === pictureLimits.frames) return null;
    const { id } = tree.frame;
    worlds.set(id, id === main.frameId ? main : await openWorld(session, id, clock, main.name));
    trees.push(...(tree.childFrames ?? []));
  }
  return worlds;
}

/**
 * Finds the closed shadow roots of a page, which only the protocol can access, not a script.
 * @param worlds the scanner's worlds by frame id
 * @returns protocol ids of the roots in these worlds; null if a root is in a frame without a world
 */
export async function findClosedRoots(
  session: CDPSession,
  worlds: ReadonlyMap<string, World>,
  main: World,
  clock: PageClock,
): Promise<string[] | null> {
  const bound = <T>(work: Promise<T>) => clock.bound('looking for shadow roots', work);
  const objects: string[] = [];
  for (const { kind, backendNodeId, inFrame } of await bound(listOpaqueNodes(session))) {
    if (kind !== 'closed-root') continue;
    const world = worlds.get(inFrame ?? main.frameId);
    if (world === undefined) return null;
    const objectId = await bound(resolveNode(session, backendNodeId, world.contextId));
    if (objectId === undefined) return null;
    objects.push(objectId);
  }
  return objects;
}
