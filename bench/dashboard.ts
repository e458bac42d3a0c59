import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { itemKeys } from '../adapters/dynamodb/item-keys.ts';
import { openStore } from '../adapters/dynamodb/store.ts';
import { exampleSiteEntry } from '../core/api/examples.ts';
import { createId } from '../core/ids.ts';
import { prepareAccess, type ServiceFile } from '../local/demo/access.ts';
import { Runtime } from '../local/runtime.ts';
import { REGION } from '../local/template/names.ts';
import { buildBrowserEnvironment } from '../scanner/browser/browser-environment.ts';
import { provideChromium } from '../scanner/chromium-pack/locate.ts';
import { computeMedian } from './measure/median.ts';

/**
 * Measures how long screens of the dashboard take on a slow device, in an account with 1,000 sites: until the heading
 * and the data are there and nothing is loading. The service runs on the same machine, without a slow network between
 * its parts.
 */

const SITES = 1_000;
const RUNS = 3;
const CPU_SLOWDOWN = 4;
/** "Slow 4G" of Chrome's developer tools, in milliseconds and bytes per second. */
const slow4g = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: ((1.6 * 1_000_000) / 8) * 0.9,
  uploadThroughput: ((0.75 * 1_000_000) / 8) * 0.9,
};
/** The screens, with what each shows when it is ready. */
const screens: Record<string, string> = {
  '/': 'tbody tr',
  '/?sort=name': 'tbody tr',
  '/scans': '.empty',
  '/sites/new': 'form',
  '/settings/members': 'tbody tr',
};

interface Measured {
  ms: number;
  requests: number;
  bytes: number;
}

const folder = await mkdtemp(join(tmpdir(), 'bench-dashboard-'));
const runtime = await Runtime.start({ dataFolder: join(folder, 'data') });
const browser = await launch();
try {
  const service = await prepareAccess(runtime.data, runtime, undefined, () => {});
  await fill();
  const page = await signIn(service);
  console.log('| screen | nothing cached | | | files cached | | |');
  console.log('|---|---|---|---|---|---|---|');
  for (const screen of Object.keys(screens)) {
    const cold = await measureMedian(page, screen, false);
    const warm = await measureMedian(page, screen, true);
    console.log(`| \`${screen}\` | ${format(cold)} | ${format(warm)} |`);
  }
} finally {
  await browser.close();
  await runtime.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

function format({ ms, requests, bytes }: Measured): string {
  return `${(ms / 1000).toFixed(1)} s | ${requests} requests | ${(bytes / 1024).toFixed(0)} KB`;
}

async function launch(): Promise<Browser> {
  const chromium = await provideChromium();
  await mkdir(join(folder, 'tmp'));
  return puppeteer.launch({
    executablePath: chromium.executable,
    headless: 'shell',
    pipe: true,
    args: ['--no-sandbox', '--disable-setuid-sandbox', '--no-zygote', '--disable-gpu'],
    userDataDir: join(folder, 'profile'),
    env: buildBrowserEnvironment(chromium, folder),
    defaultViewport: { width: 1280, height: 900 },
  });
}

/** Writes the sites as the overview stores them, into the account that `prepareAccess` created. */
async function fill(): Promise<void> {
  const { accessKeyId, secretAccessKey } = runtime.credentials;
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: runtime.endpoints.dynamodb,
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  });
  const { accountId } = runtime.data.readJson<{ accountId: string }>('demo.json') ?? {};
  if (accountId === undefined) throw new Error('no account was created');
  const store = openStore({ table: runtime.outputs.TableName ?? '' });
  const requests = Array.from({ length: SITES }, (_, number) => ({
    PutRequest: {
      Item: {
        ...exampleSiteEntry,
        ...itemKeys.siteEntry(accountId, createId('site', new Date())),
        name: `Site ${number}`,
        result: { ...exampleSiteEntry.result, new: number % 7 },
      },
    },
  }));
  for (let at = 0; at < requests.length; at += 25)
    await store.db.send(
      new BatchWriteCommand({ RequestItems: { [store.table]: requests.slice(at, at + 25) } }),
    );
}

/** Opens a tab and signs in at full speed. */
async function signIn({ dashboardUrl, signInEmail }: ServiceFile): Promise<Page> {
  const page = await browser.newPage();
  const find = (name: string, role: string) =>
    page.locator(`::-p-aria([name="${name}"][role="${role}"])`).setTimeout(60_000);
  await page.goto(dashboardUrl);
  await find('Sign in', 'link').click();
  await find('Email', 'textbox').fill(signInEmail);
  await find('Sign in', 'button').click();
  await waitForScreen(page, 'tbody tr');
  return page;
}

async function waitForScreen(page: Page, ready: string): Promise<void> {
  await page.waitForFunction(
    `document.querySelector('main h1') && document.querySelector('main ${ready}')
      && !document.querySelector('.spinner, [aria-busy="true"]')`,
    { polling: 50, timeout: 120_000 },
  );
}

async function measureMedian(page: Page, screen: string, isCached: boolean): Promise<Measured> {
  const all: Measured[] = [];
  for (let run = 0; run < RUNS; run++) all.push(await measure(page, screen, isCached));
  const median = (pick: (each: Measured) => number) => computeMedian(all.map(pick));
  return {
    ms: median(({ ms }) => ms),
    requests: median(({ requests }) => requests),
    bytes: median(({ bytes }) => bytes),
  };
}

async function measure(page: Page, screen: string, isCached: boolean): Promise<Measured> {
  await page.goto('about:blank');
  const client = await page.createCDPSession();
  let requests = 0;
  let bytes = 0;
  client.on('Network.requestWillBeSent', () => {
    requests += 1;
  });
  client.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await client.send('Network.enable');
  await client.send('Network.setCacheDisabled', { cacheDisabled: !isCached });
  await client.send('Network.emulateNetworkConditions', slow4g);
  await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  const begun = performance.now();
  await page.goto(runtime.dashboardUrl + screen, { waitUntil: 'domcontentloaded' });
  await waitForScreen(page, screens[screen] ?? 'h1');
  const ms = performance.now() - begun;
  await client.detach();
  return { ms, requests, bytes };
}
