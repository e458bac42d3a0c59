import type { CDPSession } from 'puppeteer-core';
import { callInWorld, type World } from '../page/world.ts';
import type { ChecksInPage, ChecksWorld } from './in-page/run-checks.ts';

/** What records in a document what acting on the page shows. */
type RecorderName = keyof Pick<ChecksInPage, 'keyboard' | 'hover' | 'layouts' | 'time' | 'contrast'>;

/**
 * Calls a method of a recorder in a document. The caller knows the types of its arguments and its result, which are
 * JSON.
 * @throws PageScriptError if the recorder has no such method
 */
export function callRecorder(
  session: CDPSession,
  world: World,
  recorder: RecorderName,
  method: string,
  args: readonly unknown[],
): Promise<unknown> {
  return callInWorld(session, world, callInDocument, recorder, method, args);
}

/** Runs in a document. */
function callInDocument(recorder: RecorderName, method: string, args: readonly unknown[]): unknown {
  const { a11yChecks } = globalThis as unknown as Required<ChecksWorld>;
  const methods = a11yChecks[recorder] as unknown as Record<string, (...given: unknown[]) => unknown>;
  if (typeof methods[method] !== 'function') throw new Error(`the recorder has no method ${method}`);
  return methods[method](...args);
}
