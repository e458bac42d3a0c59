import { EventEmitter } from 'node:events';
import type { CDPSession } from 'puppeteer-core';
import { describe, expect, it } from 'vitest';
import { Initiators } from '../../../scanner/credentials/initiators.ts';

const SITE = 'http://127.0.0.1:8080';
const toSite = { host: '127.0.0.1', port: 8080 };

/** A tab that reports what a test says. */
class FakeTab extends EventEmitter {
  /** What the tab does before it answers for its frames. */
  beforeAnswer: () => unknown = () => undefined;

  async send(method: string): Promise<unknown> {
    if (method === 'Page.getFrameTree') await this.beforeAnswer();
    return {};
  }

  navigate(frameId: string, origin: string, parentId?: string): void {
    this.emit('Page.frameNavigated', { frame: { id: frameId, parentId, url: `${origin}/` } });
    const context = {
      id: this.listenerCount('x') + frameId.length,
      origin,
      auxData: { isDefault: true, frameId },
    };
    this.emit('Runtime.executionContextCreated', { context });
  }
}

async function watchTab(initiators: Initiators): Promise<FakeTab> {
  const tab = new FakeTab();
  await initiators.watch(tab as unknown as CDPSession, 'main');
  return tab;
}

describe('a web socket to the site', () => {
  const start = () => new Initiators(SITE, new FakeTab() as unknown as CDPSession);

  it('may be opened by a page of the site, and any other one by every page', async () => {
    const initiators = start();
    (await watchTab(initiators)).navigate('main', SITE);
    expect(await initiators.mayOpenWebSocket(toSite)).toBe(true);
    expect(await initiators.mayOpenWebSocket({ host: '127.0.0.1', port: 9090 })).toBe(true);
  });

  it('may not be opened by a page with a frame of the same site and another port', async () => {
    const initiators = start();
    const tab = await watchTab(initiators);
    tab.navigate('main', SITE);
    tab.navigate('inner', 'http://127.0.0.1:9090', 'main');
    expect(await initiators.mayOpenWebSocket(toSite)).toBe(false);
  });

  it('may be opened only after the page was reported, which may be while it is decided', async () => {
    const initiators = start();
    const tab = await watchTab(initiators);
    expect(await initiators.mayOpenWebSocket(toSite)).toBe(false);
    tab.beforeAnswer = () => tab.navigate('main', SITE);
    expect(await initiators.mayOpenWebSocket(toSite)).toBe(true);
  });

  it('may not be opened by the tab before, whose connection arrives late', async () => {
    const initiators = start();
    const before = await watchTab(initiators);
    before.navigate('main', SITE);
    before.beforeAnswer = async () => (await watchTab(initiators)).navigate('main', SITE);
    expect(await initiators.mayOpenWebSocket(toSite)).toBe(false);
    await watchTab(initiators);
    expect(await initiators.mayOpenWebSocket(toSite)).toBe(false);
  });
});
