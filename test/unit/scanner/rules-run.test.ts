import type { CDPSession } from 'puppeteer-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pageSettingsDefault } from '../../../core/scans/page-settings.ts';
import { PageClock, StepTimeoutError } from '../../../scanner/page/clock.ts';
import { listAxeRules, runOnWholePage } from '../../../scanner/page/in-page/axe-run.ts';
import { readResults } from '../../../scanner/page/in-page/wire-results.ts';
import type { OpenPage } from '../../../scanner/page/open-page.ts';
import type { PageJob } from '../../../scanner/page/page-observation.ts';
import { runRules } from '../../../scanner/page/rules-run.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Costly rules: each gets a group of its own after the run of all rules was stopped. The cheapest is first. */
const SLOW = 'target-size';
const LATER = 'color-contrast';
const QUICK = 'image-alt';
const OWN = 'a11y-time-limit';
/** Milliseconds of the whole page. */
const WHOLE_MS = 60_000;

interface FakePage {
  /** Whether a script of the page blocks it while these rules run. */
  blocks: (ruleIds: string[]) => boolean;
  /** Whether the browser terminates the blocking script. */
  terminates: (times: number) => boolean;
  /** A command that is never answered. */
  unanswered?: string;
}

/** A page whose thread answers nothing while a script blocks it. */
class BlockedPage {
  /** Ids of the rules of each run that began. */
  readonly runs: string[][] = [];
  /** Numbers of runs that had a world of their own. */
  readonly worlds: number[] = [];
  #blocked = false;
  #terminated = 0;
  readonly #behavior: FakePage;

  constructor(behavior: FakePage) {
    this.#behavior = behavior;
  }

  async send(method: string, params: { functionDeclaration?: string; executionContextId?: number } = {}) {
    if (method === 'Runtime.terminateExecution') {
      this.#terminated += 1;
      if (!this.#behavior.terminates(this.#terminated)) return this.#never();
      this.#blocked = false;
      return {};
    }
    // The browser answers this one, and not the page.
    if (method === 'Page.getFrameTree')
      return { frameTree: { frame: { id: 'main', url: '', mimeType: '' } } };
    if (this.#blocked || method === this.#behavior.unanswered) return this.#never();
    if (method === 'Page.createIsolatedWorld') return { executionContextId: this.worlds.length + 100 };
    return { result: await this.#call(params as never) };
  }

  async #call({ functionDeclaration = '', executionContextId = 0, arguments: sent = [] }: Call) {
    const isCallOf = (fn: (...args: never[]) => unknown) => functionDeclaration.includes(fn.toString());
    const answer = (value: unknown) => ({ value: JSON.stringify(value) });
    if (isCallOf(listAxeRules)) return answer([QUICK, SLOW, LATER]);
    if (isCallOf(runOnWholePage)) {
      const { values } = (sent[1] as { value: { runOnly: { values: string[] } } }).value.runOnly;
      this.runs.push(values);
      this.worlds.push(executionContextId);
      this.#blocked = this.#behavior.blocks(values);
      return this.#blocked ? this.#never() : {};
    }
    if (isCallOf(readResults)) {
      return answer({ findings: [], rules: (this.runs.at(-1) ?? []).map((id) => [id, 'passed']) });
    }
    return answer(null);
  }

  #never(): Promise<never> {
    return new Promise(() => undefined);
  }
}

interface Call {
  functionDeclaration?: string;
  executionContextId?: number;
  arguments?: { value: unknown }[];
}

/** Runs the rules on a page, as fast as its timers can pass. Returns the results, and the milliseconds left then. */
async function run(page: BlockedPage, ruleIds: string[], wholeMs = WHOLE_MS) {
  const clock = new PageClock(wholeMs, new Promise(() => undefined));
  const open = {
    session: page as unknown as CDPSession,
    clock,
    watch: { commits: () => 1 },
    time: {
      advance: async () => undefined,
      drawWhile: (work: Promise<unknown>) => work,
      frame: async () => undefined,
      now: async () => 0,
    },
    safeMode: { begin: async () => undefined, end: () => undefined, refused: [], refusedInFrames: [] },
    settings: pageSettingsDefault,
  } as unknown as OpenPage;
  const job = { axeScript: '', checksScript: '', ruleIds } as unknown as PageJob;
  const rules = runRules(open, { frameId: 'main', contextId: 1, name: 'own' }, job, null, 10);
  const work = rules.then((result) => ({ ...result, leftMs: clock.left() }));
  work.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(2 * WHOLE_MS);
  return work;
}

describe('rules on a page whose script becomes endless after it settled', () => {
  it('are not run if the script cannot be terminated, and the others keep their results', async () => {
    const page = new BlockedPage({
      blocks: (ruleIds) => ruleIds.includes(SLOW),
      terminates: (times) => times === 1,
    });
    const result = await run(page, [QUICK, SLOW, LATER, OWN]);
    expect(page.runs).toEqual([[QUICK, SLOW, LATER], [QUICK], [SLOW]]);
    // axe refuses to run again in a world where a run was terminated.
    expect(new Set(page.worlds).size).toBe(2);
    expect(result).toMatchObject({
      rules: [[QUICK, 'passed']],
      rulesNotRun: [SLOW, LATER, OWN],
      pageBlocked: true,
      markups: null,
    });
  });

  it('have no result if the script blocks the first run and cannot be terminated', async () => {
    const page = new BlockedPage({ blocks: () => true, terminates: () => false });
    await expect(run(page, [QUICK, SLOW])).rejects.toThrow(StepTimeoutError);
    expect(page.runs).toEqual([[QUICK, SLOW]]);
  });
});

describe('checks that act on a page that does not answer', () => {
  it.each([
    // Pressing keys has a limit of its own, of 10 seconds.
    ['a11y-keyboard-trap', 'Input.dispatchKeyEvent', 10_000],
    ['a11y-reflow', 'Emulation.setDeviceMetricsOverride', WHOLE_MS],
    ['a11y-timed-redirect', 'Emulation.setEmulatedMedia', WHOLE_MS],
  ])('take only a part of its time, and axe keeps its results: %s', async (id, unanswered, wholeMs) => {
    const page = new BlockedPage({ blocks: () => false, terminates: () => true, unanswered });
    const result = await run(page, [QUICK, id], wholeMs);
    expect(result).toMatchObject({ rules: [[QUICK, 'passed']], rulesNotRun: [id], pageBlocked: false });
    expect(result.leftMs).toBeGreaterThan(wholeMs / 3);
    expect(result.leftMs).toBeLessThan(wholeMs * 0.75);
  });
});
