import { afterEach, expect, it, vi } from 'vitest';
import type { OpenPage } from '../../../scanner/page/open-page.ts';
import type { PageJob } from '../../../scanner/page/page-observation.ts';

const FOLDER = '../../../scanner/page';

afterEach(() => {
  for (const name of ['endless-script', 'evaluate-page', 'settle', 'world'])
    vi.doUnmock(`${FOLDER}/${name}.ts`);
  vi.resetModules();
});

/** Observes a page that loads and settles. Returns whether the scanned page is one whose script was stopped. */
async function observe({ becomesEndless }: { becomesEndless: boolean }): Promise<unknown> {
  vi.resetModules();
  vi.doMock(`${FOLDER}/endless-script.ts`, () => ({ stopEndlessScript: async () => becomesEndless }));
  vi.doMock(`${FOLDER}/settle.ts`, () => ({ settle: async () => ({ settled: true, waitFailure: null }) }));
  vi.doMock(`${FOLDER}/world.ts`, () => ({ openWorld: async () => ({}) }));
  const evaluatePage = vi.fn();
  vi.doMock(`${FOLDER}/evaluate-page.ts`, () => ({ evaluatePage }));
  const { observePage } = await import('../../../scanner/page/observe-page.ts');
  const url = 'https://shop.example/';
  const response = { status: 200, statusText: 'OK', mimeType: 'text/html', headers: {} };
  const page = {
    session: { send: async () => ({}) },
    time: { stop: async () => undefined, grant: async () => true },
    clock: { left: () => 10_000, bound: (_: string, work: Promise<unknown>) => work },
    watch: {
      onlyListens: () => false,
      latest: () => ({ url, response, netError: null, isWhole: true, committed: true }),
      loaded: async () => undefined,
      committed: async () => undefined,
      commits: () => 1,
      movedSince: () => false,
      keepsNavigating: () => false,
      tooLarge: () => false,
    },
  } as unknown as OpenPage;
  const job = { url, timeoutMs: 20_000, ruleIds: [], settings: {}, egressFailure: () => undefined };
  await observePage(job as unknown as PageJob, page);
  expect(evaluatePage).toHaveBeenCalledOnce();
  return evaluatePage.mock.calls[0]?.at(-1);
}

it('a page whose script becomes endless after its load is scanned as one whose script was stopped', async () => {
  expect(await observe({ becomesEndless: true })).toMatchObject({ settled: true, scriptStopped: true });
});

it('a page without an endless script is scanned as one whose script was not stopped', async () => {
  expect(await observe({ becomesEndless: false })).toMatchObject({ settled: true, scriptStopped: false });
});
