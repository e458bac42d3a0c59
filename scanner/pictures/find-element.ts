import type { CDPSession } from 'puppeteer-core';
import type { SelectorPath } from '../../core/scans/page-result.ts';
import type { PageClock } from '../page/clock.ts';
import { callOnObject, getObjectInWorld, openWorld, type World } from '../page/world.ts';
import { type Box, intersectBoxes } from './crop.ts';
import { findOnlyElement, measureElement, scrollElementIntoView } from './in-page/element.ts';

/** A visible element in the window of the top document. */
export interface VisibleElement {
  box: Box;
  window: { width: number; height: number };
  /** How far the top document is scrolled. */
  scrolled: { x: number; y: number };
}

/**
 * Finds an element in frames and shadow roots, and scrolls it into view.
 * @param target target of the finding; if parts of it are redacted, it may not match
 * @returns null if the element is not found, or nothing of it is visible
 */
export async function findElement(
  session: CDPSession,
  main: World,
  target: SelectorPath,
  clock: PageClock,
): Promise<VisibleElement | null> {
  const bound = <T>(work: Promise<T>) => clock.bound('finding an element', work);
  const objects: string[] = [];
  let world = main;
  for (const [depth, selector] of target.entries()) {
    const object = await bound(getObjectInWorld(session, world, findOnlyElement, selector));
    if (object === null) return null;
    objects.push(object);
    await bound(callOnObject(session, object, scrollElementIntoView));
    if (depth === target.length - 1) break;
    const { node } = await bound(session.send('DOM.describeNode', { objectId: object }));
    if (node.frameId === undefined) return null;
    world = await openWorld(session, node.frameId, clock, main.name);
  }

  // From the element outwards, after all scrolling. Of each frame, only the part in its window is visible.
  let box: Box | null = null;
  for (const object of objects.toReversed()) {
    const {
      box: own,
      hidden,
      inner,
      window,
      scrolled,
    } = await bound(callOnObject(session, object, measureElement));
    if (hidden) return null;
    const { scaleX, scaleY } = inner;
    box = intersectBoxes(
      box === null
        ? own
        : {
            x: inner.x + box.x * scaleX,
            y: inner.y + box.y * scaleY,
            width: box.width * scaleX,
            height: box.height * scaleY,
          },
      { x: 0, y: 0, ...window },
    );
    if (box === null) return null;
    if (object === objects[0]) return { box, window, scrolled };
  }
  return null;
}
