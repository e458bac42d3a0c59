import type { CDPSession, Protocol } from 'puppeteer-core';
import type { PageClock } from './clock.ts';

/** The scanner's own JavaScript world in one frame: same document, but none of the page's globals or prototypes. */
export interface World {
  frameId: string;
  contextId: number;
  name: string;
}

const WORLD_NAME = 'a11y-scan';

/** Makes or finds the scanner's world, or another of its own, in a frame. */
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
  return { frameId, contextId: executionContextId, name };
}

/** A function that is sent to a page as source text: it may use its arguments and the world's globals only. */
// biome-ignore lint/suspicious/noExplicitAny: any function may be sent; its parameters are checked at the call
type PageFunction = (...args: any[]) => unknown;

/**
 * Calls a function in a world and waits for its promise.
 * @param args plain JSON values
 * @returns what the function returns, by way of JSON
 * @throws Error with the page-side message when it throws there; the message is hostile text
 */
export async function callInWorld<F extends PageFunction>(
  session: CDPSession,
  { contextId }: World,
  fn: F,
  ...args: Parameters<F>
): Promise<Awaited<ReturnType<F>>> {
  return callForJson(session, { executionContextId: contextId }, `(${fn.toString()})(...args)`, args);
}

/** Calls functions without arguments in a world, one after the other, in one message. */
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

/** Calls a function in a world and returns the protocol's id of the object that it returns; null for null. */
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
 * Calls a function in the world of an object, with the object before its other arguments; else as `callInWorld`.
 * @param objectId what `getObjectInWorld` returned
 */
export async function callOnObject<Result, Args extends unknown[]>(
  session: CDPSession,
  objectId: string,
  // biome-ignore lint/suspicious/noExplicitAny: what the object is only the caller knows
  fn: (object: any, ...args: Args) => Result,
  ...args: Args
): Promise<Awaited<Result>> {
  return callForJson(session, { objectId }, `(${fn.toString()})(this, ...args)`, args);
}

/** The text form of a result keeps lone surrogates intact, which the protocol's own encoding does not. */
async function callForJson(
  session: CDPSession,
  where: { executionContextId: number } | { objectId: string },
  expression: string,
  args: readonly unknown[],
  // biome-ignore lint/suspicious/noExplicitAny: what the function returns only its caller knows
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
  const { result, exceptionDetails } = await session.send('Runtime.callFunctionOn', request);
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result;
}

/**
 * Bundlers that keep function names wrap inner functions in calls of a helper, whose own name they may shorten. A
 * page does not have it, so it is looked up in a function that is wrapped alike, and declared beside what is sent.
 */
const nameHelper = ((): string => {
  const probe = () => {
    const named = () => 0;
    return named;
  };
  const [, helper] = /([\w$]+)\(\s*\(\)\s*=>\s*0\b/.exec(probe.toString()) ?? [];
  return helper === undefined ? '' : `const ${helper} = (named) => named;`;
})();
