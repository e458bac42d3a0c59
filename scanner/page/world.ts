import type { CDPSession, Protocol } from 'puppeteer-core';
import { type PageClock, StepTimeoutError } from './clock.ts';
import { createDom } from './in-page/dom.ts';

/**
 * The scanner's isolated JavaScript world in one frame: it shares the document, but not the page's globals and
 * prototypes.
 */
export interface World {
  frameId: string;
  contextId: number;
  name: string;
}

const WORLD_NAME = 'a11y-scan';

/**
 * Creates or finds the scanner's world in a frame, or another isolated world by name. The world has the DOM functions
 * of `createDom`.
 */
export async function openWorld(
  session: CDPSession,
  frameId: string,
  clock: PageClock,
  name: string = WORLD_NAME,
): Promise<World> {
  const { executionContextId } = await clock.bound(
    'entering a frame',
    session.send('Page.createIsolatedWorld', { frameId, worldName: name, grantUniveralAccess: false }),
    10_000,
  );
  const world = { frameId, contextId: executionContextId, name };
  await clock.bound('entering a frame', callEachInWorld(session, world, [createDom]), 10_000);
  return world;
}

/**
 * Code of the scanner or of axe failed in a page. The cause is the page, for example an HTML form whose fields have the
 * names of DOM members, which then hide these members.
 */
export class PageScriptError extends Error {
  override name = 'PageScriptError';
}

/** The document of a world is gone: the page removed its frame, or shows another document there. */
export class DocumentGoneError extends Error {
  override name = 'DocumentGoneError';
}

/** What the browser answers then, about a world, or about a node or object in it. */
const GONE =
  /Cannot find context with specified id|Execution context was destroyed|(?:No node|Could not find object) with given id/;

/** Waits for a call in a world. @throws DocumentGoneError if its document is gone */
export async function expectDocument<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Error && GONE.test(error.message))) throw error;
    throw new DocumentGoneError('a document of the page is gone', { cause: error });
  }
}

/** True for errors that a page causes, and not the scanner: the phase has no result, and the scan goes on. */
export function isCausedByPage(error: unknown): boolean {
  return [StepTimeoutError, PageScriptError, DocumentGoneError].some((kind) => error instanceof kind);
}

/** A function that is sent to a page as source text. It may use only its arguments and the globals of the world. */
// biome-ignore lint/suspicious/noExplicitAny: any function may be sent; its parameters are checked at the call
type PageFunction = (...args: any[]) => unknown;

/**
 * Calls a function in a world and waits for its promise.
 * @param args plain JSON values
 * @returns the function's result, transferred as JSON
 * @throws PageScriptError with the message of the page if the function throws; the message is untrusted text
 * @throws DocumentGoneError
 */
export async function callInWorld<F extends PageFunction>(
  session: CDPSession,
  { contextId }: World,
  fn: F,
  ...args: Parameters<F>
): Promise<Awaited<ReturnType<F>>> {
  return callForJson(session, { executionContextId: contextId }, `(${fn.toString()})(...args)`, args);
}

/** Calls functions without arguments in a world, one after the other, with one protocol message. */
export async function callEachInWorld(
  session: CDPSession,
  { contextId }: World,
  fns: readonly (() => void)[],
): Promise<void> {
  const calls = fns.map((fn) => `(${fn.toString()})();`).join(' ');
  await call(session, {
    executionContextId: contextId,
    functionDeclaration: `function () { ${nameHelper} ${calls} }`,
  });
}

/** Calls a function in a world. Returns the protocol id of the object that it returns; null if it returns null. */
export async function getObjectInWorld<F extends PageFunction>(
  session: CDPSession,
  { contextId }: World,
  fn: F,
  ...args: Parameters<F>
): Promise<string | null> {
  const result = await call(session, {
    functionDeclaration: `function (...args) { ${nameHelper} return (${fn.toString()})(...args); }`,
    executionContextId: contextId,
    arguments: args.map((value) => ({ value })),
  });
  return result.objectId ?? null;
}

/**
 * Calls a function like `callInWorld`, but in the world of an object and with the object as the first argument.
 * @param objectId id that `getObjectInWorld` returned
 */
export async function callOnObject<Result, Args extends unknown[]>(
  session: CDPSession,
  objectId: string,
  // biome-ignore lint/suspicious/noExplicitAny: only the caller knows the type of the object
  fn: (object: any, ...args: Args) => Result,
  ...args: Args
): Promise<Awaited<Result>> {
  return callForJson(session, { objectId }, `(${fn.toString()})(this, ...args)`, args);
}

/**
 * Calls a function like `callInWorld`, with a list of objects as its first argument.
 * @param objectIds ids of the protocol, of objects of this world
 */
export async function callWithObjects<Args extends unknown[]>(
  session: CDPSession,
  { contextId }: World,
  fn: (objects: object[], ...args: Args) => void,
  objectIds: readonly string[],
  ...args: Args
): Promise<void> {
  await call(session, {
    executionContextId: contextId,
    functionDeclaration: `function (args, ...objects) { ${nameHelper} (${fn.toString()})(objects, ...args); }`,
    arguments: [{ value: args }, ...objectIds.map((objectId) => ({ objectId }))],
  });
}

/**
 * Calls a function and returns its result as JSON text, which keeps lone surrogates; the protocol's encoding does not.
 */
async function callForJson(
  session: CDPSession,
  where: { executionContextId: number } | { objectId: string },
  expression: string,
  args: readonly unknown[],
  // biome-ignore lint/suspicious/noExplicitAny: only the caller knows the type of the result
): Promise<any> {
  const { value } = await call(session, {
    ...where,
    functionDeclaration: `async function (...args) { ${nameHelper} return JSON.stringify(await ${expression}); }`,
    arguments: args.map((value) => ({ value })),
    awaitPromise: true,
    returnByValue: true,
  });
  return value === undefined ? undefined : JSON.parse(value);
}

async function call(
  session: CDPSession,
  request: Protocol.Runtime.CallFunctionOnRequest,
): Promise<Protocol.Runtime.RemoteObject> {
  const sent = session.send('Runtime.callFunctionOn', request);
  const { result, exceptionDetails } = await expectDocument(sent);
  if (exceptionDetails)
    throw new PageScriptError(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result;
}

/**
 * Declaration of a helper function for code that is sent to a page. Bundlers that keep function names wrap inner
 * functions in calls of a helper, whose name they may shorten. Pages do not have the helper. So this code finds its
 * name in a function that is wrapped in the same way, and the declaration is sent along with each function.
 */
const nameHelper = ((): string => {
  const probe = () => {
    const named = () => 0;
    return named;
  };
  const [, helper] = /(?<![\w$])([\w$]+)\(\s*\(\)\s*=>\s*0\b/.exec(probe.toString()) ?? [];
  return helper === undefined ? '' : `const ${helper} = (named) => named;`;
})();
