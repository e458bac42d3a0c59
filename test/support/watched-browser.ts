import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'puppeteer-core';
import { launchBrowser } from '../../scanner/browser/browser.ts';
import { provideChromium } from '../../scanner/chromium-pack/locate.ts';

/** Everything that a document did in addition to being shown. */
export interface DocumentActivity {
  /** URLs that the document requested, except its own. */
  requests: string[];
  dialogs: string[];
  /** Console messages of browser and scripts, including policy violations. */
  console: string[];
  windows: number;
}

/** The scanner's browser, for documents that must not act; every request and connection is intercepted. */
export async function watchedBrowser() {
  const folder = await mkdtemp(join(tmpdir(), 'watched-'));
  let connections = 0;
  const network = createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined).destroy();
  });
  await new Promise<void>((resolve) => network.listen(0, '127.0.0.1', resolve));
  const { port } = network.address() as AddressInfo;
  const running = await launchBrowser(await provideChromium(), folder, `127.0.0.1:${port}`);
  let files = 0;

  return {
    /** Connections that the browser tried to open, to any destination. */
    connections: () => connections,
    /** Opens a document as a file, as a person would, and evaluates a function in it. */
    async open<T>(
      html: string,
      look: (page: Page) => Promise<T>,
    ): Promise<{ doings: DocumentActivity; seen: T }> {
      const file = join(folder, `document-${++files}.html`);
      await writeFile(file, html);
      const { href } = pathToFileURL(file);
      const doings: DocumentActivity = { requests: [], dialogs: [], console: [], windows: 0 };
      const page = await running.browser.newPage();
      page.on('request', (request) => {
        if (request.url() !== href) doings.requests.push(request.url());
      });
      page.on('dialog', async (dialog) => {
        doings.dialogs.push(dialog.message());
        await dialog.dismiss();
      });
      page.on('console', (message) => doings.console.push(message.text()));
      page.on('pageerror', (error) => doings.console.push(String(error)));
      page.on('popup', () => {
        doings.windows += 1;
      });
      await page.goto(href, { waitUntil: 'load' });
      // After these, everything has run that a script of the document deferred until it was loaded.
      await page.evaluate('new Promise((done) => setTimeout(done, 250))');
      const seen = await look(page);
      await page.close();
      return { doings, seen };
    },
    async stop() {
      await running.kill();
      network.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
