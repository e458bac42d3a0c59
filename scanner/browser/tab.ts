import type { Browser, CDPSession } from 'puppeteer-core';
import { viewport } from './arguments.ts';

/** A tab and the protocol session that drives it. */
export interface Tab {
  readonly targetId: string;
  readonly session: CDPSession;
  close(): Promise<void>;
}

/**
 * Opens a blank tab whose frames the scanner draws itself. puppeteer's own `newPage` cannot ask for that.
 */
export async function openTab(browser: Browser): Promise<Tab> {
  const root = await browser.target().createCDPSession();
  const known = new Set(browser.targets());
  const { targetId } = await root.send('Target.createTarget', {
    url: 'about:blank',
    ...viewport,
    enableBeginFrameControl: true,
  });
  const target = await browser.waitForTarget((one) => one.type() === 'page' && !known.has(one));
  const session = await target.createCDPSession();
  return {
    targetId,
    session,
    async close() {
      await root.send('Target.closeTarget', { targetId });
      await root.detach();
    },
  };
}
