import type { CDPSession } from 'puppeteer-core';
import type { PageClock } from '../page/clock.ts';
import { type World, worldIn } from '../page/world.ts';
import { pictureLimits } from './limits.ts';

/**
 * The scanner's worlds in all documents of a page, by frame.
 * @returns null when there are too many
 */
export async function worldsOf(
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
    worlds.set(id, id === main.frameId ? main : await worldIn(session, id, clock, main.name));
    trees.push(...(tree.childFrames ?? []));
  }
  return worlds;
}
