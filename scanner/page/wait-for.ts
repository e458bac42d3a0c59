import { type PageSettings, WAIT_MAX_MS } from '../../core/scans/page-settings.ts';
import { hasMatch } from './in-page/selection.ts';
import type { OpenPage } from './open-page.ts';
import { callInWorld, type World } from './world.ts';

/** Virtual milliseconds to wait for an element, in addition to the time that every page gets. */
const PATIENCE_MS = 10_000;
const SLICE_MS = 500;
const AFTERWARDS_MS = 1_000;

/**
 * Lets more virtual time pass as `waitFor` requires: a number of milliseconds, or until an element exists in the top
 * document.
 * @param pass lets virtual milliseconds pass and draws a frame; returns false if the page lets no more time pass
 * @returns a sentence for users if the condition was not met; otherwise undefined
 */
export async function waitFor(
  { session, clock }: OpenPage,
  world: World,
  waitSetting: PageSettings['waitFor'],
  pass: (milliseconds: number) => Promise<boolean>,
): Promise<string | undefined> {
  if (waitSetting === null) return undefined;
  const span = 'selector' in waitSetting ? PATIENCE_MS : Math.min(waitSetting.milliseconds, WAIT_MAX_MS);
  for (let passed = 0; ; passed += SLICE_MS) {
    if ('selector' in waitSetting) {
      const there = await clock.bound(
        'looking for the element of waitFor',
        callInWorld(session, world, hasMatch, waitSetting.selector),
        5_000,
      );
      if (there === null)
        return `The browser does not understand the selector ${waitSetting.selector} of waitFor.`;
      if (there) {
        // Lets content that appears with the element become stable too.
        await pass(AFTERWARDS_MS);
        return undefined;
      }
    }
    const slice = Math.min(SLICE_MS, span - passed);
    if (slice > 0 && (await pass(slice))) continue;
    if ('selector' in waitSetting) return `The element of waitFor, ${waitSetting.selector}, did not appear.`;
    return slice > 0 ? 'The page blocked the time that waitFor sets.' : undefined;
  }
}

/** Returns a sentence for users about a page that did not become stable; undefined if the scan has no `waitFor`. */
export function describeSkippedWait(waitSetting: PageSettings['waitFor']): string | undefined {
  if (waitSetting === null) return undefined;
  const what = 'selector' in waitSetting ? ` (${waitSetting.selector})` : '';
  return `The page did not become stable, so waitFor${what} could not be checked.`;
}
