import { worldSetup } from '../../../scanner/page/axe.ts';
import {
  finishRun,
  listAxeRules,
  readPartial,
  runOnDocument,
  runOnWholePage,
} from '../../../scanner/page/in-page/axe-run.ts';
import { collectLinks } from '../../../scanner/page/in-page/collect-links.ts';
import { createDom } from '../../../scanner/page/in-page/dom.ts';
import { readContent } from '../../../scanner/page/in-page/read-content.ts';
import { readElements } from '../../../scanner/page/in-page/read-elements.ts';
import { readMarkups } from '../../../scanner/page/in-page/read-markups.ts';
import { readHeights, scrollToOffset } from '../../../scanner/page/in-page/scroll.ts';
import { readResults } from '../../../scanner/page/in-page/wire-results.ts';
import type { AxeResults } from '../axe-results.ts';
import { viewport } from '../peer.ts';
import type { Answer, Protocol } from './protocol.ts';

/** The engine's own steps and limits: see `scanner/page`, especially open-page.ts, settle.ts and evaluate-page.ts. */
const LOAD_SLICE_MS = 50;
const FRAME_MS = 17;
const SCROLL_STEPS_MAX = 40;
const SPAN_MS = 3_000;
const SLICE_MS = 500;
const SLIGHT_TEXT = 1_000;
const linkLimits = { links: 20_000, url: 2_000, words: 200, total: 4_000_000 };
const limits = {
  nodesPerRule: 200,
  html: 1_000,
  message: 500,
  selector: 2_000,
  datum: 200,
  data: 20,
  checks: 20,
  total: 3 * 1024 * 1024,
};
const markupLimits = { elements: 20_000, length: 8 * 1024 * 1024 };

/**
 * Opens, settles and analyzes one page with the engine's steps, in the same order, without the code that guards them.
 */
export async function scanPage(
  browser: Protocol,
  url: string,
  axe: string,
  ruleIds: string[],
): Promise<AxeResults> {
  const { targetId } = await browser.send('Target.createTarget', {
    url: 'about:blank',
    ...viewport,
    enableBeginFrameControl: true,
  });
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
  const send = <T = Answer>(method: string, params: object = {}) =>
    browser.send<T>(method, params, sessionId);
  const [{ frameTree }] = await Promise.all([
    send('Page.getFrameTree'),
    send('Page.enable'),
    send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 }),
    send('Emulation.setDeviceMetricsOverride', { ...viewport, deviceScaleFactor: 1, mobile: false }),
    send('Emulation.setTouchEmulationEnabled', { enabled: false, maxTouchPoints: 5 }),
    send('Emulation.setLocaleOverride', { locale: 'en_US' }),
    send('Emulation.setEmulatedMedia', {
      features: [
        { name: 'prefers-color-scheme', value: 'light' },
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ],
    }),
  ]);
  await send('Emulation.setVirtualTimePolicy', { policy: 'pause' });

  let loaded = false;
  const committed = browser.next('Page.frameNavigated', sessionId);
  const load = browser.next('Page.loadEventFired', sessionId).then(() => {
    loaded = true;
  });
  const grant = async (budget: number, orUntil?: Promise<void>) => {
    const expired = browser.next('Emulation.virtualTimeBudgetExpired', sessionId);
    await send('Emulation.setVirtualTimePolicy', { policy: 'pauseIfNetworkFetchesPending', budget });
    await Promise.race(orUntil ? [expired, orUntil] : [expired]);
  };
  const frame = () => send('HeadlessExperimental.beginFrame', { noDisplayUpdates: true });
  send('Page.navigate', { url });
  await committed;
  while (!loaded) await grant(LOAD_SLICE_MS, load);

  const frameId = frameTree.frame.id;
  const main = await worldIn(send, frameId);
  await grant(FRAME_MS);
  await frame();
  const heights = await call(send, main, readHeights);
  const step = Math.max(heights.window, heights.page / SCROLL_STEPS_MAX, 1);
  for (let top = step; top < heights.page; top += step) {
    await call(send, main, scrollToOffset, top);
    await grant(FRAME_MS);
    await frame();
  }
  await call(send, main, scrollToOffset, 0);
  for (let passed = 0; passed < SPAN_MS; passed += SLICE_MS) {
    await grant(SLICE_MS);
    await frame();
  }
  await send('Emulation.setVirtualTimePolicy', { policy: 'pause' });

  await call(send, main, createDom);
  await Promise.all([
    call(send, main, readContent, [], SLIGHT_TEXT),
    call(send, main, collectLinks, new URL(url).hostname, false, linkLimits),
  ]);
  const { frameTree: tree } = await send('Page.getFrameTree');
  await inject(send, main, axe);
  await call(send, main, listAxeRules);
  const options = {
    runOnly: { type: 'rule', values: ruleIds },
    resultTypes: ['violations', 'incomplete'],
    preload: false,
    elementRef: false,
  };
  const worlds = [main];
  if (tree.childFrames === undefined) {
    await call(send, main, runOnWholePage, null, options);
  } else {
    const below = await call(send, main, runOnDocument, null, options, 0, limits.nodesPerRule);
    const partials: (string | null)[] = [];
    for (const [index, { frameContext }] of below.entries()) {
      const world = await worldIn(send, tree.childFrames[index]?.frame.id ?? '');
      await inject(send, world, axe);
      await call(
        send,
        world,
        runOnDocument,
        frameContext,
        options,
        worlds.push(world) - 1,
        limits.nodesPerRule,
      );
      partials.push(await call(send, world, readPartial, 1e9));
    }
    await call(send, main, finishRun, partials, options);
  }
  const { findings } = await call(send, main, readResults, limits);
  const nodes = findings.flatMap((found) => found.nodes);
  for (const [frame, world] of worlds.entries()) {
    const numbers = nodes.flatMap(({ element }) => (element?.frame === frame ? element.number : []));
    if (numbers.length > 0) await call(send, world, readElements, [...new Set(numbers)], []);
    await call(send, world, readMarkups, markupLimits);
  }

  await browser.send('Target.closeTarget', { targetId });
  const ofKind = (wanted: string) =>
    findings.flatMap(({ ruleId, kind, nodes }) => (kind === wanted ? { id: ruleId, nodes } : []));
  return { violations: ofKind('violation'), incomplete: ofKind('review') };
}

type Send = <T = Answer>(method: string, params?: object) => Promise<T>;
/** What a function in the page returned or threw. */
interface CallAnswer {
  result: { value?: string };
  exceptionDetails?: { text: string; exception?: { description?: string } };
}
// biome-ignore lint/suspicious/noExplicitAny: the page accepts any function
type PageFunction = (...args: any[]) => unknown;

async function worldIn(send: Send, frameId: string): Promise<number> {
  const answer = await send('Page.createIsolatedWorld', { frameId, worldName: 'floor' });
  return answer.executionContextId;
}

async function inject(send: Send, contextId: number, axe: string): Promise<void> {
  for (const setUp of worldSetup) await call(send, contextId, setUp);
  await send('Runtime.evaluate', { expression: `${axe}\n;undefined`, contextId });
}

async function call<F extends PageFunction>(
  send: Send,
  executionContextId: number,
  fn: F,
  ...args: Parameters<F>
): Promise<Awaited<ReturnType<F>>> {
  const { result, exceptionDetails } = await send<CallAnswer>('Runtime.callFunctionOn', {
    functionDeclaration: `async function (...args) { return JSON.stringify(await (${fn.toString()})(...args)); }`,
    executionContextId,
    arguments: args.map((value) => ({ value })),
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return (result.value === undefined ? undefined : JSON.parse(result.value)) as Awaited<ReturnType<F>>;
}
