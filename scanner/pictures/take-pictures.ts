import { createHash } from 'node:crypto';
import type { CDPSession } from 'puppeteer-core';
import type { Picture } from '../../core/findings/picture.ts';
import type { FindingNode } from '../../core/scans/page-result.ts';
import type { PageSettings } from '../../core/scans/page-settings.ts';
import type { PageClock } from '../page/clock.ts';
import type { OpenPage } from '../page/open-page.ts';
import { callInWorld, openWorld, type World } from '../page/world.ts';
import { Camera } from './camera.ts';
import { openWorlds } from './closed-roots.ts';
import { type Box, computeCrop } from './crop.ts';
import { findElement } from './find-element.ts';
import { freezeAnimations } from './in-page/freeze-animations.ts';
import { encodings, type PictureFile, pictureLimits } from './limits.ts';
import { Masks, type Secrets } from './masks.ts';

/** Minimum remaining milliseconds to begin a further picture, in addition to the time to check the masks again. */
const LEAST_MS = 500;

/** Result of taking pictures. */
export interface TakenPictures {
  pictures: Map<FindingNode, Picture>;
  /** Each once. */
  files: PictureFile[];
  /** A step did not end, so it is unknown if the browser can scan another page. */
  broken: boolean;
}

/**
 * Takes pictures of elements of a tested page. The page is stopped permanently, masked and scrolled, so nothing may be
 * read from it afterwards. A picture that cannot be taken is omitted.
 * @param nodes the most important first; those beyond the limits are omitted
 * @returns the pictures by node; never throws
 */
export async function takePictures(
  page: OpenPage,
  nodes: readonly FindingNode[],
  settings: PageSettings,
  secrets: Secrets,
): Promise<TakenPictures> {
  const none: TakenPictures = { pictures: new Map(), files: [], broken: false };
  const { whole } = page.clock;
  const time = Math.min(whole * pictureLimits.pageShare, page.clock.left() - pictureLimits.reserveMs);
  if (nodes.length === 0 || time <= 0) return none;
  try {
    return (await takeMasked(page, nodes, settings, secrets, page.clock.within(time))) ?? none;
  } catch {
    // The observation of the page stays valid after any error, but the browser must not be used again.
    return { ...none, broken: true };
  }
}

/** Returns undefined if the page could not be masked, or did not stay masked. */
async function takeMasked(
  page: OpenPage,
  nodes: readonly FindingNode[],
  settings: PageSettings,
  secrets: Secrets,
  clock: PageClock,
): Promise<TakenPictures | undefined> {
  const { session } = page;
  const main = await openWorld(session, page.mainFrameId, clock);
  const camera = await Camera.open(page, clock, main, settings);
  if (!(await freezePage(session, main, clock))) return undefined;
  const masks = new Masks(session, main, secrets, clock);
  const before = clock.left();
  if (!(await masks.apply())) return undefined;
  const reserve = LEAST_MS + (before - clock.left());
  if (clock.left() < reserve) return undefined;
  await camera.refresh();

  const pictures: TakenPictures['pictures'] = new Map();
  const files = new Map<string, Uint8Array>();
  let bytesLeft: number = pictureLimits.bytesPerPage;
  for (const node of nodes) {
    if (pictures.size === pictureLimits.perPage || clock.left() < reserve) break;
    const found = await findElement(session, main, node.target, clock);
    const crop = found && computeCrop(found.box, found.window);
    if (found === null || crop === null) continue;
    const bytes = await takeWithinLimit(camera, toDocumentBox(crop.clip, found.scrolled));
    if (bytes === null) continue;
    const id = `pic_${createHash('sha256').update(bytes).digest('hex')}`;
    if (!files.has(id)) {
      if (bytes.length > bytesLeft) break;
      bytesLeft -= bytes.length;
      files.set(id, bytes);
    }
    const { width, height } = crop.clip;
    pictures.set(node, { id, width, height, element: crop.element });
  }
  if (pictures.size === 0 || !(await masks.isIntact())) return undefined;
  return { pictures, files: Array.from(files, ([id, bytes]) => ({ id, bytes })), broken: false };
}

/** Stops all animations. Returns false if the page is too large. */
async function freezePage(session: CDPSession, main: World, clock: PageClock): Promise<boolean> {
  const worlds = await openWorlds(session, main, clock);
  if (worlds === null) return false;
  let left: number = pictureLimits.elements;
  for (const world of worlds.values()) {
    left -= await clock.bound('holding the page still', callInWorld(session, world, freezeAnimations, left));
    if (left < 0) return false;
  }
  return true;
}

/** Converts a box in the window to a box in the document. */
function toDocumentBox({ x, y, width, height }: Box, scrolled: { x: number; y: number }): Box {
  return { x: x + scrolled.x, y: y + scrolled.y, width, height };
}

/** Takes a picture with the best encoding that is small enough; null if none is. */
async function takeWithinLimit(camera: Camera, clip: Box): Promise<Uint8Array | null> {
  for (const encoding of encodings) {
    const bytes = await camera.take(clip, encoding);
    if (bytes === null || bytes.length <= pictureLimits.bytesEach) return bytes;
  }
  return null;
}
