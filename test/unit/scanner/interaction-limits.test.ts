import type { CDPSession } from 'puppeteer-core';
import { describe, expect, it } from 'vitest';
import { findFocusChanges, findInputChanges } from '../../../scanner/interaction/context-changes.ts';
import { testDialogs } from '../../../scanner/interaction/dialogs.ts';
import { testHoverContent } from '../../../scanner/interaction/hover-content.ts';
import type { SafeMode } from '../../../scanner/interaction/safe-mode.ts';
import type { WalkTools } from '../../../scanner/interaction/walk.ts';
import type { Position, WalkStop } from '../../../scanner/interaction/walked-page.ts';
import { PageClock } from '../../../scanner/page/clock.ts';
import type { OpenPage } from '../../../scanner/page/open-page.ts';

const noChanges = { ofPage: 0, ofFrames: 0 };

/** The steps of the interaction must say that they did not test everything, so that the checks do not pass. */

const positionOf = (element: number): Position => ({ frame: 0, element });

/**
 * Returns a simulated page with targets, and the elements that were focused.
 * @param given.targets number of elements that `listTargets` finds
 * @param given.stops number of stops in each dialog
 * @param given.changes what the page refuses when an element gets the focus
 */
function simulatePage({
  targets = 0,
  stops = 0,
  changes = () => false,
}: {
  targets?: number;
  stops?: number;
  changes?: (element: number) => boolean;
}) {
  const refused: SafeMode['refused'] = [];
  const focused: number[] = [];
  let isOpen = false;
  const inDialog = positionOf(-1);
  const page: Partial<WalkTools['page']> = {
    listTargets: async (_kind, max) => ({
      targets: Array.from({ length: Math.min(targets, max) }, (_, element) => positionOf(element)),
      areAll: targets <= max,
    }),
    refocus: async ({ element }) => {
      focused.push(element);
      if (changes(element))
        refused.push({ kind: 'navigation', url: '/other', isByScript: true, failedBefore: 0 });
    },
    focus: async () => undefined,
    addFact: async () => undefined,
    takeStops: async () => [],
    recordDialogs: async () => undefined,
    reopenModals: async () => false,
    readOpenedDialog: async () => (isOpen ? { element: -1, isModal: true, hasFocus: true, stops } : null),
    readFocus: async () => (isOpen ? inDialog : positionOf(focused.at(-1) ?? 0)),
    isWithin: async () => true,
    isInFrame: ({ frame }, frameId) => frameId === `frame-${frame}`,
  };
  const tools = {
    page,
    keyboard: {
      async press({ key }: { key: string }) {
        if (key === ' ' || key === 'Escape') isOpen = key === ' ';
      },
    },
    wait: async () => undefined,
    skip: async () => undefined,
  } as unknown as WalkTools;
  return {
    tools,
    safeMode: { refused, refusedInFrames: [] as SafeMode['refusedInFrames'] } as SafeMode,
    focused,
  };
}

const stopsOf = (count: number): WalkStop[] =>
  Array.from({ length: count }, (_, element) => ({
    position: positionOf(element),
    isHandled: false,
    lost: null,
    given: null,
  }));

describe('the test of dialogs', () => {
  it.each([
    [true, 'all dialogs were opened', { targets: 10 }, 10],
    [false, 'there are more dialogs', { targets: 11 }, 10],
    [true, 'the Tab key was pressed for all stops of a dialog', { targets: 1, stops: 100 }, 1],
    [false, 'a dialog has more stops', { targets: 1, stops: 101 }, 1],
  ])('returns %s if %s', async (isWhole, _what, given, opened) => {
    const { tools, focused } = simulatePage(given);
    expect(await testDialogs(tools)).toBe(isWhole);
    expect(focused).toHaveLength(opened);
  });
});

describe('the search for elements whose focus changes the context', () => {
  /** Searches after a walk in which the page tried to open something. */
  async function search(count: number, changes?: (element: number) => boolean) {
    const { tools, safeMode, focused } = simulatePage(changes === undefined ? {} : { changes });
    safeMode.refused.push({ kind: 'window', url: '/new', isByScript: true, failedBefore: 0 });
    return { isWhole: await findFocusChanges(tools, safeMode, stopsOf(count), noChanges), focused };
  }

  it.each([
    [true, 300],
    [false, 301],
  ])('returns %s if it finds one among %i elements', async (isWhole, count) => {
    const found = await search(count, (element) => element === 0);
    expect(found.isWhole).toBe(isWhole);
    expect(found.focused).toHaveLength(300);
  });

  it.each([
    [true, 100],
    [false, 101],
  ])('returns %s if it finds none among %i elements without a pause', async (isWhole, count) => {
    const found = await search(count);
    expect(found.isWhole).toBe(isWhole);
    expect(found.focused).toHaveLength(count + 100);
  });

  it('focuses nothing if the page tried to open nothing', async () => {
    const { tools, safeMode, focused } = simulatePage({});
    expect(await findFocusChanges(tools, safeMode, stopsOf(400), noChanges)).toBe(true);
    expect(focused).toEqual([]);
  });

  it('focuses only what is in the frames that tried to open something, as advertisements do by themselves', async () => {
    const { tools, safeMode, focused } = simulatePage({});
    safeMode.refusedInFrames.push({ frameId: 'frame-1', url: '/next' });
    const inFrame = stopsOf(1).map((stop) => ({ ...stop, position: { frame: 1, element: 7 } }));
    expect(await findFocusChanges(tools, safeMode, [...stopsOf(400), ...inFrame], noChanges)).toBe(true);
    expect(new Set(focused)).toEqual(new Set([7]));
  });
});

it.each([
  [true, 40],
  [false, 41],
])('the search for fields that change the context returns %s if there are %i', async (isWhole, targets) => {
  const { tools, safeMode, focused } = simulatePage({ targets });
  expect(await findInputChanges(tools, safeMode)).toBe(isWhole);
  expect(focused).toHaveLength(40);
});

describe('the test of content under the pointer', () => {
  /**
   * Tests a simulated page.
   * @param triggers number of elements that may show content, in a document of `shown` elements
   * @param aim where the pointer can be moved to: see `HoverRecorder`
   */
  async function test(triggers: number, shown: number, aim: 'unreachable' | null = 'unreachable') {
    const answers = { findTriggers: { triggers, shown }, scrollTo: true, aim };
    let tested = 0;
    const session = {
      async send(method: string, { arguments: sent = [] }: { arguments?: { value?: unknown }[] } = {}) {
        if (method === 'DOMDebugger.getEventListeners') return { listeners: [] };
        if (method === 'DOM.describeNode') return { node: { backendNodeId: 1 } };
        if (method === 'DOM.resolveNode') return { object: { objectId: 'object' } };
        const name = sent[1]?.value;
        if (name === 'aim') tested += 1;
        const answer = Object.entries(answers).find(([each]) => each === name)?.[1] ?? null;
        return { result: { objectId: 'object', value: JSON.stringify(answer) } };
      },
    } as unknown as CDPSession;
    const clock = new PageClock(60_000, new Promise(() => undefined));
    const page = { session, time: { drawWhile: async (work: Promise<unknown>) => work } };
    const world = { frameId: 'main', contextId: 1, name: 'own' };
    const frames = [{ world, owner: null, path: [], isSvg: false }];
    const job = { checkIds: ['a11y-hover-content'], frames };
    const { tools } = simulatePage({});
    return { isWhole: await testHoverContent(page as unknown as OpenPage, job, tools, clock), tested };
  }

  it.each([
    [true, 60, 100, 60],
    [false, 61, 100, 60],
    // Each look at a large document takes long.
    [true, 3, 60_000, 3],
    [false, 4, 60_000, 3],
  ])('returns %s if there are %i elements that may show some, in a document of %i', async (...given) => {
    const [isWhole, triggers, shown, tested] = given;
    expect(await test(triggers, shown)).toEqual({ isWhole, tested });
  });

  it('returns false if it is not observed what an element shows', async () => {
    expect(await test(1, 100, null)).toEqual({ isWhole: false, tested: 1 });
  });
});
