/**
 * Writes docs/images/report.png, the screenshot in the README: `npm run screenshot`. It starts the service, scans the
 * demo site, opens the HTML report in the packed Chromium and takes a picture of its first screen. Run it after every
 * change to the look of the report.
 */
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CDPSession } from 'puppeteer-core';
import { prepareAccess } from '../local/demo/access.ts';
import { waitUntilHealthy } from '../local/demo/api.ts';
import { showDemoScan } from '../local/demo/show.ts';
import { serveDemoSite } from '../local/demo/site-server.ts';
import { Runtime } from '../local/runtime.ts';
import { launchBrowser } from '../scanner/browser/browser.ts';
import { openTab } from '../scanner/browser/tab.ts';
import { provideChromium } from '../scanner/chromium-pack/locate.ts';

const imagePath = join(import.meta.dirname, '..', 'docs', 'images', 'report.png');
const windowSize = { width: 1280, height: 900 };
const FRAMES_MAX = 20;

const folder = await mkdtemp(join(tmpdir(), 'screenshot-'));
try {
  await writeScreenshot(await writeReport());
  console.log(`${imagePath}: ${Math.round((await stat(imagePath)).size / 1_000)} kB`);
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Scans the demo site as `npm start` does, and returns the path of the HTML report. */
async function writeReport(): Promise<string> {
  const log = (line: string) => console.error(line);
  const demoSite = await serveDemoSite(undefined);
  const runtime = await Runtime.start({
    dataFolder: join(folder, 'data'),
    loopbackPorts: [demoSite.port],
    say: log,
  });
  try {
    await waitUntilHealthy(runtime.baseUrl);
    const service = await prepareAccess(runtime.data, runtime, demoSite, log);
    await showDemoScan(service, runtime.data, log, new AbortController().signal);
    return runtime.data.file('demo-report.html');
  } finally {
    await demoSite.stop();
    await runtime.stop();
  }
}

/** Opens the report and writes its first screen to the image. */
async function writeScreenshot(report: string): Promise<void> {
  const browserFolder = join(folder, 'browser');
  await mkdir(browserFolder);
  // The report loads nothing. Nothing listens on port 1, so the browser reaches no server.
  const running = await launchBrowser(await provideChromium(), browserFolder, '127.0.0.1:1');
  try {
    const { session } = await openTab(running.browser, windowSize);
    await session.send('Page.enable');
    const loaded = new Promise((resolve) => session.once('Page.loadEventFired', resolve));
    await session.send('Page.navigate', { url: pathToFileURL(report).href });
    await loaded;
    await mkdir(dirname(imagePath), { recursive: true });
    await writeFile(imagePath, await takeScreenshot(session));
  } finally {
    await running.kill();
  }
}

/** Returns the window as PNG. A frame can lag behind the page, so the first two equal frames in a row count. */
async function takeScreenshot(session: CDPSession): Promise<Buffer> {
  let previous: string | undefined;
  for (let frame = 0; frame < FRAMES_MAX; frame += 1) {
    const { screenshotData } = await session.send('HeadlessExperimental.beginFrame', {
      screenshot: { format: 'png' },
    });
    if (screenshotData !== undefined && screenshotData === previous) {
      return Buffer.from(screenshotData, 'base64');
    }
    previous = screenshotData;
  }
  throw new Error(`no two equal frames in a row among ${FRAMES_MAX}`);
}
