import type { CDPSession } from 'puppeteer-core';
import { type FrameNotScanned, type FrameRun, listFrames } from './axe.ts';
import { BrowserGoneError, type PageClock, StepTimeoutError } from './clock.ts';
import { findModalDialog } from './in-page/modal-dialog.ts';
import { describeOpaqueContent, findOpaqueContainer } from './in-page/opaque-content.ts';
import { listOpaqueNodes, resolveNode } from './opaque-nodes.ts';
import { sanitizeText } from './sanitize-text.ts';
import type { AxeContext } from './selection.ts';
import { callOnObject, getObjectInWorld } from './world.ts';

/** Maximum number of nodes that are described. Each takes a few milliseconds. */
const DESCRIBED_MAX = 50;
/** Wall-clock limit, in milliseconds. */
const TIMEOUT_MS = 5_000;

const htmlTypes = ['text/html', 'application/xhtml+xml'];

/**
 * Returns the content that axe cannot read and that is visible in the scanned documents: closed shadow roots, HTML
 * documents in `object` and `embed` elements, HTML forms of which a field hides the content, and what is behind a
 * modal dialog. Without this, a page would seem to have no violations there. If the page cannot be searched, one entry
 * says so.
 * @param documents the documents that axe ran in
 * @param context the part of the top document that was tested
 * @throws BrowserGoneError
 */
export async function findOpaqueContent(
  session: CDPSession,
  documents: readonly FrameRun[],
  context: AxeContext,
  clock: PageClock,
): Promise<FrameNotScanned[]> {
  const within = clock.within(Math.min(TIMEOUT_MS, clock.left() / 2));
  const bound = <T>(work: Promise<T>) => within.bound('looking for content that axe cannot read', work);
  const found: FrameNotScanned[] = [];
  try {
    const nodes = (await bound(listOpaqueNodes(session))).filter(({ isInClosedRoot }) => !isInClosedRoot);
    const frames = nodes.some(({ frameId }) => frameId !== undefined)
      ? await listFrames(session, within)
      : new Map();
    const top = documents[0]?.world.frameId;
    const shown = nodes.filter(({ frameId }) => {
      if (frameId === undefined) return true;
      const frame = frames.get(frameId);
      return frame !== undefined && !frame.unreachable && htmlTypes.includes(frame.mimeType);
    });
    const add = async (objectId: string, document: FrameRun, format: (name: string) => string, url = '') => {
      const [include = [], exclude = []] =
        document === documents[0] ? [context?.include?.flat(), context?.exclude?.flat()] : [];
      const described = await bound(callOnObject(session, objectId, describeOpaqueContent, include, exclude));
      if (described === null) return;
      const { path, name } = described;
      const selector = path.length === 1 ? (path[0] ?? name) : path;
      const description = format(sanitizeText(name, 100));
      found.push({ path: [...document.path, selector], isLoaded: true, url, description });
    };
    for (const { kind, backendNodeId, inFrame, frameId } of shown.slice(0, DESCRIBED_MAX)) {
      const document = documents.find(({ world }) => world.frameId === (inFrame ?? top));
      // The frame is in the list already, or it is hidden or excluded.
      if (document === undefined) continue;
      const objectId = await bound(resolveNode(session, backendNodeId, document.world.contextId));
      if (objectId === undefined) continue;
      const url: string = frames.get(frameId ?? '')?.url ?? '';
      const format =
        kind === 'closed-root'
          ? (name: string) => `closed shadow root of <${name}> (axe-core cannot read it)`
          : () => `${sanitizeText(url, 200)} (axe-core tests no documents in object and embed elements)`;
      await add(objectId, document, format, url);
    }
    for (const document of documents) {
      const dialogId = await bound(getObjectInWorld(session, document.world, findModalDialog));
      if (dialogId !== null) {
        // What is behind it is tested nowhere, whatever the scan includes or excludes.
        const described = await bound(callOnObject(session, dialogId, describeOpaqueContent, [], []));
        if (described !== null) {
          const { path, name } = described;
          const selector = path.length === 1 ? (path[0] ?? name) : path;
          const description = `the page behind the modal dialog ${sanitizeText(path.at(-1) ?? name, 100)}, which hides it from users`;
          const hidesPage = document === documents[0];
          found.push({ path: [...document.path, selector], isLoaded: true, url: '', description, hidesPage });
        }
      }
      for (let index = 0; index < DESCRIBED_MAX; index += 1) {
        const objectId = await bound(getObjectInWorld(session, document.world, findOpaqueContainer, index));
        if (objectId === null) break;
        await add(
          objectId,
          document,
          () =>
            'content of an HTML form (axe-core cannot read it, because a field has the name of a DOM property, such as nodeName)',
        );
      }
    }
    if (shown.length > DESCRIBED_MAX) found.push(notSearched('there are too many'));
  } catch (error) {
    if (error instanceof BrowserGoneError) throw error;
    const reason =
      error instanceof StepTimeoutError ? 'the search took too long' : 'the page changed meanwhile';
    found.push(notSearched(reason));
  }
  return found;
}

function notSearched(reason: string): FrameNotScanned {
  const description = `content that axe-core cannot read (${reason})`;
  return { path: [':root'], isLoaded: true, url: '', description };
}
