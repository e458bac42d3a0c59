import { type PageSettings, WAIT_MAX_MS } from '../../core/scans/page-settings.ts';
import { hasMatch } from './in-page/selection.ts';
import type { OpenPage } from './open-page.ts';
import { callInWorld, type World } from './world.ts';

/** Virtual milliseconds that an element is waited for, beyond the time that every page gets. */
const PATIENCE_MS = 10_000;
const SLICE_MS = 500;
const AFTERWARDS_MS = 1_000;

/**
 * Lets further virtual time pass as the scan asks for: so much of it, or until an element is in the top document.
 * @param pass lets virtual milliseconds pass and draws a frame; false when the page lets no more time pass
 * @returns what has not come about, for people; undefined when all has
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
        'looking for what is waited for',
        callInWorld(session, world, hasMatch, waitSetting.selector),
        5_000,
      );
      if (there === null)
        return `The browser does not understand the selector ${waitSetting.selector} of waitFor.`;
      if (there) {
        // What it brings along comes to rest too.
        await pass(AFTERWARDS_MS);
        return undefined;
      }
    }
    const slice = Math.min(SLICE_MS, span - passed);
    if (slice > 0 && (await pass(slice))) continue;
    if ('selector' in waitSetting) return `What the scan waits for, ${waitSetting.selector}, did not appear.`;
    return slice > 0 ? 'The page did not let the time pass that the scan waits for.' : undefined;
  }
}

/** What a page lacks that could not be brought to rest, for people; undefined where the scan waits for nothing. */
export function describeSkippedWait(waitSetting: PageSettings['waitFor']): string | undefined {
  if (waitSetting === null) return undefined;
  const what = 'selector' in waitSetting ? `, ${waitSetting.selector},` : '';
  return `The page did not come to rest, so what the scan waits for${what} could not be looked for.`;
}
