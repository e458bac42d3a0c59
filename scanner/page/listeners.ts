import type { CDPSession, Protocol } from 'puppeteer-core';
import type { FrameRun } from './axe.ts';
import type { PageClock } from './clock.ts';
import { type ListenerFact, storeListeners } from './in-page/listeners.ts';
import { callWithObjects, expectDocument, type World } from './world.ts';

/** Maximum number of elements with listeners in a document. Each takes about a tenth of a millisecond. */
const ELEMENTS_MAX = 5_000;
/** Maximum length of the source text of a listener in UTF-16 units. */
const SOURCE_MAX = 1_000;
const OBJECT_GROUP = 'a11y-listeners';

/**
 * Reads the event listeners of the documents of a page, and stores them in the scanner's world of each of them. They
 * are found by the protocol of the developer tools, so the page cannot notice it.
 * @throws StepTimeoutError, DocumentGoneError, TooManyListenersError
 */
export async function readListeners(
  session: CDPSession,
  frames: readonly FrameRun[],
  clock: PageClock,
): Promise<void> {
  try {
    for (const { world } of frames)
      await clock.bound('reading the listeners', expectDocument(readDocumentListeners(session, world)));
  } finally {
    await session.send('Runtime.releaseObjectGroup', { objectGroup: OBJECT_GROUP }).catch(() => undefined);
  }
}

/** A document has more elements with listeners than the limit. */
export class TooManyListenersError extends Error {
  override name = 'TooManyListenersError';
}

async function readDocumentListeners(session: CDPSession, world: World): Promise<void> {
  const pageDocument = await findInPage(session, await evaluate(session, world, 'document'));
  const found = await Promise.all([
    readNodeListeners(session, world, pageDocument),
    readWindowListeners(session, world, pageDocument),
  ]);
  await store(session, world, found.flat());
}

/** What listens to an object. */
interface FoundListeners {
  /** The protocol's id of the object in the scanner's world. */
  id: string;
  facts: ListenerFact[];
}

async function readNodeListeners(
  session: CDPSession,
  world: World,
  pageDocument: string,
): Promise<FoundListeners[]> {
  // With `pierce`, the browser includes shadow roots and, needlessly, the documents of frames.
  const request = { objectId: pageDocument, depth: -1, pierce: true };
  const { listeners } = await session.send('DOMDebugger.getEventListeners', request);
  const byNode = Map.groupBy(listeners, ({ backendNodeId }) => backendNodeId ?? 0);
  byNode.delete(0);
  if (byNode.size > ELEMENTS_MAX) throw new TooManyListenersError();
  const found = await Promise.all(
    [...byNode].map(async ([backendNodeId, ofNode]) => {
      const { contextId: executionContextId } = world;
      const resolved = await session
        .send('DOM.resolveNode', { backendNodeId, executionContextId, objectGroup: OBJECT_GROUP })
        // The node is in a frame within this document, or it was removed.
        .catch(() => undefined);
      const id = resolved?.object.objectId;
      return id === undefined ? [] : [{ id, facts: ofNode.map(toFact) }];
    }),
  );
  return found.flat();
}

async function readWindowListeners(
  session: CDPSession,
  world: World,
  pageDocument: string,
): Promise<FoundListeners[]> {
  const [{ result }, id] = await Promise.all([
    session.send('Runtime.callFunctionOn', {
      objectId: pageDocument,
      functionDeclaration: 'function () { return this.defaultView; }',
      objectGroup: OBJECT_GROUP,
    }),
    evaluate(session, world, 'globalThis'),
  ]);
  if (result.objectId === undefined) return [];
  const { listeners } = await session.send('DOMDebugger.getEventListeners', { objectId: result.objectId });
  return [{ id, facts: listeners.map(toFact) }];
}

/** Returns the protocol's id of an object in the scanner's world. */
async function evaluate(session: CDPSession, { contextId }: World, expression: string): Promise<string> {
  const request = { expression, contextId, objectGroup: OBJECT_GROUP };
  const { result } = await session.send('Runtime.evaluate', request);
  return result.objectId ?? '';
}

/**
 * Returns the protocol's id of a node in the page's own world. Listeners are asked of it there, because the browser can
 * crash after it wrapped the functions of the page in another world.
 */
async function findInPage(session: CDPSession, objectId: string): Promise<string> {
  const { node } = await session.send('DOM.describeNode', { objectId });
  const { object } = await session.send('DOM.resolveNode', {
    backendNodeId: node.backendNodeId,
    // The browser only returns the functions of listeners if the object belongs to a group.
    objectGroup: OBJECT_GROUP,
  });
  return object.objectId ?? '';
}

function store(session: CDPSession, world: World, found: readonly FoundListeners[]): Promise<void> {
  return callWithObjects(
    session,
    world,
    storeListeners,
    found.map(({ id }) => id),
    found.map(({ facts }) => facts),
  );
}

function toFact({ type, handler }: Protocol.DOMDebugger.EventListener): ListenerFact {
  return { type, source: (handler?.description ?? '').slice(0, SOURCE_MAX) };
}
