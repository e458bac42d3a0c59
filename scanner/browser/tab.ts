import type { Browser, CDPSession, Target } from 'puppeteer-core';
import type { ViewportSize } from '../../core/scans/page-settings.ts';
import { type LaunchMode, packedMode } from './arguments.ts';

export interface Tab {
  readonly targetId: string;
  readonly session: CDPSession;
  /** Resolves when the tab is gone, and with it what its scripts do about that. */
  close(): Promise<void>;
}

/** Of each browser the session that opens and closes its tabs. */
const roots = new WeakMap<Browser, Promise<CDPSession>>();

/**
 * Opens a blank tab whose frames the scanner draws itself, if the browser can do that. puppeteer's own `newPage`
 * cannot ask for it.
 */
export async function openTab(
  browser: Browser,
  viewport: ViewportSize,
  { framesOnRequest, windows }: Pick<LaunchMode, 'framesOnRequest' | 'windows'> = packedMode,
): Promise<Tab> {
  const rootSession = roots.get(browser) ?? browser.target().createCDPSession();
  roots.set(browser, rootSession);
  const root = await rootSession;
  const known = new Set(browser.targets());
  const { targetId } = await root.send('Target.createTarget', {
    url: 'about:blank',
    ...viewport,
    ...(framesOnRequest ? { enableBeginFrameControl: true } : {}),
    // Only a window has a size.
    ...(windows ? { newWindow: true } : {}),
  });
  const target = await browser.waitForTarget((one) => one.type() === 'page' && !known.has(one));
  const session = await target.createCDPSession();
  return {
    targetId,
    session,
    async close() {
      const gone = waitUntilDestroyed(browser, target);
      await root.send('Target.closeTarget', { targetId });
      await gone;
    },
  };
}

function waitUntilDestroyed(browser: Browser, target: Target): Promise<void> {
  return new Promise((resolve) => {
    const onDestroyed = (one: Target) => {
      if (one !== target) return;
      browser.off('targetdestroyed', onDestroyed);
      resolve();
    };
    browser.on('targetdestroyed', onDestroyed);
  });
}
