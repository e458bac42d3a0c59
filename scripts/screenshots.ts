/**
 * Writes the screenshots of the README into docs/images: `npm run screenshots`. It starts the service, scans the demo
 * site, first with an empty contact page, then as it is, and takes pictures of the HTML report, the overview of the
 * dashboard and a scan in it. Run it after every change to the look of them.
 */
import { cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { prepareAccess, type ServiceFile } from '../local/demo/access.ts';
import { waitUntilHealthy } from '../local/demo/api.ts';
import { showDemoScan } from '../local/demo/show.ts';
import { serveDemoSite } from '../local/demo/site-server.ts';
import { Runtime } from '../local/runtime.ts';
import { buildBrowserEnvironment } from '../scanner/browser/browser-environment.ts';
import { provideChromium } from '../scanner/chromium-pack/locate.ts';

const root = join(import.meta.dirname, '..');
const imagesFolder = join(root, 'docs', 'images');
const windowSize = { width: 1280, height: 900 };
/** Without these, the packed Chromium draws nothing outside of a scan. */
const drawingFlags = [
  '--in-process-gpu',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];

const folder = await mkdtemp(join(tmpdir(), 'screenshots-'));
try {
  await writeScreenshots();
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function writeScreenshots(): Promise<void> {
  const log = (line: string) => console.error(line);
  const siteFolder = join(folder, 'site');
  await cp(join(root, 'local', 'demo-site'), siteFolder, { recursive: true });
  const demoSite = await serveDemoSite(undefined, siteFolder);
  const runtime = await Runtime.start({
    dataFolder: join(folder, 'data'),
    loopbackPorts: [demoSite.port],
    say: log,
  });
  try {
    await waitUntilHealthy(runtime.baseUrl);
    const service = await prepareAccess(runtime.data, runtime, demoSite, log);
    const scan = () => showDemoScan(service, runtime.data, log, new AbortController().signal);
    const page = join(siteFolder, 'contact.html');
    const complete = await readFile(page, 'utf8');
    await writeFile(page, complete.replace(/<main[\s\S]*<\/main>/, '<main><h1>Contact</h1></main>'));
    await scan();
    await writeFile(page, complete);
    await scan();
    const browser = await openBrowser();
    try {
      await takePictures(await browser.newPage(), service, runtime.data.file('demo-report.html'));
    } finally {
      await browser.close();
    }
  } finally {
    await demoSite.stop();
    await runtime.stop();
  }
}

async function openBrowser(): Promise<Browser> {
  const chromium = await provideChromium();
  const directory = join(folder, 'browser');
  await mkdir(join(directory, 'tmp'), { recursive: true });
  return puppeteer.launch({
    executablePath: chromium.executable,
    headless: 'shell',
    pipe: true,
    args: ['--no-sandbox', '--no-zygote', '--disable-features=LocalNetworkAccessChecks', ...drawingFlags],
    userDataDir: join(directory, 'profile'),
    env: buildBrowserEnvironment(chromium, directory),
    defaultViewport: windowSize,
  });
}

/** Takes the pictures. @param report path of the HTML report of the last scan */
async function takePictures(
  page: Page,
  { dashboardUrl, signInEmail, siteId }: ServiceFile,
  report: string,
): Promise<void> {
  await page.goto(pathToFileURL(report).href);
  await save(page, 'report.png');
  await page.goto(dashboardUrl);
  await page.locator('::-p-aria([name="Sign in"][role="link"])').click();
  await page.locator('::-p-aria([name="Email"][role="textbox"])').fill(signInEmail);
  await page.locator('::-p-aria([name="Sign in"][role="button"])').click();
  await waitForScreen(page, 'Overview');
  await save(page, 'overview.png');
  await page.goto(`${dashboardUrl}/sites/${siteId}?tab=scans`);
  await waitForScreen(page, 'Fern & Furrow');
  await page.locator('tbody a').click();
  await waitForScreen(page, 'Scan');
  await save(page, 'scan.png');
}

/** Waits until a screen of the dashboard has a title and shows its data. */
async function waitForScreen(page: Page, title: string): Promise<void> {
  await page.waitForFunction(
    `document.querySelector('h1')?.textContent.includes(${JSON.stringify(title)})
      && !document.querySelector('.spinner, [aria-busy="true"]')`,
  );
}

async function save(page: Page, name: string): Promise<void> {
  const path = join(imagesFolder, name);
  await page.screenshot({ path });
  console.log(`${path}: ${Math.round((await stat(path)).size / 1_000)} kB`);
}
