import type { Browser, CDPSession, Target } from 'puppeteer-core';
import type { ViewportSize } from '../../core/scans/page-settings.ts';
import { type LaunchMode, packedMode } from './arguments.ts';

export interface Tab {
  readonly targetId: string;
  readonly session: CDPSession;
  /** Resolves when the tab is destroyed. The scripts that react to its end have run then. */
  close(): Promise<void>;
}

/** By browser: the session that opens and closes its tabs. */
const roots = new WeakMap<Browser, Promise<CDPSession>>();

/**
 * Opens a blank tab that draws frames on request, if the browser supports it. puppeteer's `newPage` has no setting for
 * that.
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
    // The viewport size applies only to a window.
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
