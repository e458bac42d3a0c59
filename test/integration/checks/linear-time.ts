import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checks } from '../../../core/checks/checks.ts';
import { pageSettingsDefault } from '../../../core/scans/page-settings.ts';
import { launchBrowser, type RunningBrowser } from '../../../scanner/browser/browser.ts';
import { openTab } from '../../../scanner/browser/tab.ts';
import { loadChecksScript } from '../../../scanner/checks/build-script.ts';
import { detectLanguages } from '../../../scanner/checks/detect-languages.ts';
import type { ChecksTask, ChecksWorld } from '../../../scanner/checks/in-page/run-checks.ts';
import type { TextLanguage } from '../../../scanner/checks/in-page/text-parts.ts';
import { provideChromium } from '../../../scanner/chromium-pack/locate.ts';
import { PageClock } from '../../../scanner/page/clock.ts';
import type { ListenersWorld } from '../../../scanner/page/in-page/listeners.ts';
import { callInWorld, openWorld, type World } from '../../../scanner/page/world.ts';
import type { CheckCases } from './cases/check-cases.ts';

/** Numbers of copies of the pages of a check in the shorter document. The longer one has four times as many. */
const copies = { 'beside each other': 6, 'within each other': 15 };
const LONGER = 4;
/** CPU milliseconds below which no growth is measured: what a check takes at least. */
const UNSUSPICIOUS_MS = 8;
/**
 * Linear time grows four times from the short to the long document, quadratic time sixteen times. The browser itself
 * needs more than linear time to compute styles of elements that are deep within each other.
 */
export const GROWTH_MAX = 10;
export const ROUNDS = 3;

/** The languages of all texts take longer to detect than everything else here. */
const needsLanguages: ReadonlySet<string> = new Set(
  checks.filter(({ needs }) => needs === 'languages').map(({ id }) => id),
);

let running: RunningBrowser | undefined;
let session: CDPSession;
let axeScript: string;

/** Starts a browser for the tests of the file, and ends it after them. */
export function useBrowser(): void {
  beforeAll(startBrowser);
  afterAll(() => running?.kill());
}

async function startBrowser(): Promise<void> {
  const chromium = await provideChromium();
  running = await launchBrowser(chromium, await mkdtemp(join(tmpdir(), 'linear-time-')), '127.0.0.1:9');
  axeScript = await readFile(chromium.axeScript, 'utf8');
  ({ session } = await openTab(running.browser, pageSettingsDefault.viewport));
  await session.send('Page.enable');
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
}

/** Returns the CPU milliseconds of one check in the document of a world, without building the model of the document. */
async function measure(world: World, script: string, id: string): Promise<number> {
  const { contextId } = world;
  await session.send('Runtime.evaluate', { expression: `${script};undefined`, contextId });
  // Builds the model of the document, which is not measured.
  const texts = await callInWorld(session, world, () =>
    (globalThis as unknown as Required<ChecksWorld>).a11yChecks.readTexts({
      context: null,
      isUnchanged: false,
    }),
  );
  if (needsLanguages.has(id)) {
    await callInWorld(
      session,
      world,
      (languages: TextLanguage[]) =>
        (globalThis as unknown as Required<ChecksWorld>).a11yChecks.storeLanguages(languages),
      await detectLanguages(texts),
    );
  }
  const limits = { nodesPerRule: 0 } as ChecksTask['limits'];
  const checks: ChecksTask['checks'] = [{ id, impact: 'minor', answers: [] }];
  const task: ChecksTask = { checks, context: null, isUnchanged: false, frame: 0, path: [], limits };
  const before = await readCpuSeconds();
  const { rules } = await callInWorld(
    session,
    world,
    (each: ChecksTask) => (globalThis as unknown as Required<ChecksWorld>).a11yChecks.run(each),
    task,
  );
  const after = await readCpuSeconds();
  expect(rules).toEqual([[id, expect.not.stringMatching('error')]]);
  return (after - before) * 1_000;
}

async function readCpuSeconds(): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}

/** Opens a document with copies of some HTML, in which every fifth element has listeners. */
async function openDocument(html: string, number: number, isNested: boolean): Promise<World> {
  const { frameTree } = await session.send('Page.getFrameTree');
  const { id: frameId } = frameTree.frame;
  await session.send('Page.setDocumentContent', {
    frameId,
    html: '<!doctype html><html lang="de"><title>T</title><main></main>',
  });
  const world = await openWorld(session, frameId, new PageClock(300_000, new Promise(() => undefined)));
  await session.send('Runtime.evaluate', {
    expression: `${axeScript}\n;undefined`,
    contextId: world.contextId,
  });
  await callInWorld(session, world, fillDocument, html, number, isNested);
  return world;
}

/** Runs in a document. Ids are different in each copy, as in real documents. */
function fillDocument(html: string, number: number, isNested: boolean): void {
  interface Parent {
    insertAdjacentHTML(where: 'beforeend', html: string): void;
    lastElementChild: Parent;
    querySelectorAll(selector: string): Iterable<object>;
  }
  const { document } = globalThis as unknown as { document: { querySelector(selector: string): Parent } };
  let parent = document.querySelector('main');
  for (let copy = 0; copy < number; copy += 1) {
    const own = html.replace(/\b(id|for|name|headers|aria-[a-z]+)="([\w -]+)"/g, (_, attribute, values) => {
      const isReference = !['aria-label', 'aria-hidden', 'aria-invalid'].includes(attribute);
      return `${attribute}="${isReference ? values.replace(/\S+/g, (value: string) => value + copy) : values}"`;
    });
    parent.insertAdjacentHTML('beforeend', own);
    if (!isNested) continue;
    parent.insertAdjacentHTML('beforeend', '<div></div>');
    parent = parent.lastElementChild;
  }
  const elements = [...document.querySelector('html').querySelectorAll('*')].filter(
    (_, index) => index % 5 === 0,
  );
  const facts = ['click', 'keydown', 'paste'].map((type) => ({ type, source: '() => { react(); }' }));
  (globalThis as unknown as ListenersWorld).a11yListeners = new Map(
    elements.map((element) => [element, facts]),
  );
}

/** Returns the HTML of the pages of a check without what loads something. */
function readHtml({ pages }: CheckCases): string {
  const html = pages
    .map((page) => page.html.replace(/<(script|iframe|title)\b[\s\S]*?<\/\1>/g, ''))
    .join('\n');
  return html.replace(/(<(?:audio|video|track)\b[^>]*?) src="[^"]*"/g, '$1');
}

/** Returns how many times longer the check takes in the longer document; 1 if it takes hardly any time. */
export async function measureGrowth(
  script: string,
  id: string,
  html: string,
  isNested: boolean,
): Promise<number> {
  const number = copies[isNested ? 'within each other' : 'beside each other'];
  // Other processes may disturb a measurement, and can only make it longer.
  let [long, short] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < ROUNDS; round += 1) {
    long = Math.min(long, await measure(await openDocument(html, number * LONGER, isNested), script, id));
    if (long < UNSUSPICIOUS_MS * LONGER) return 1;
    short = Math.min(short, await measure(await openDocument(html, number, isNested), script, id));
    if (long / Math.max(short, UNSUSPICIOUS_MS) <= GROWTH_MAX) break;
  }
  return long / Math.max(short, UNSUSPICIOUS_MS);
}

/** Defines the tests of checks, for a file that uses a browser. */
export function testLinearTime(cases: readonly CheckCases[]): void {
  describe.each(cases)('$check', (each) => {
    it.each([false, true])('takes linear time (elements within each other: %s)', async (isNested) => {
      const growth = await measureGrowth(await loadChecksScript(), each.check, readHtml(each), isNested);
      expect(growth).toBeLessThanOrEqual(GROWTH_MAX);
    });
  });
}
