import { expect, it } from 'vitest';
import { PageClock, StepTimeoutError } from '../../../scanner/page/clock.ts';
import type { OpenPage } from '../../../scanner/page/open-page.ts';
import { advanceTo } from '../../../scanner/page/pass-time.ts';
import type { World } from '../../../scanner/page/world.ts';

const clock = new PageClock(60_000, new Promise(() => undefined));
const world = {} as World;

/** Returns a page whose time is 1,000, in a browser that lets a part of each span pass. */
function openPage(part: number): Pick<OpenPage, 'clock' | 'time'> {
  let now = 1_000;
  const advance = async (milliseconds: number) => {
    now += milliseconds * part;
  };
  return { clock, time: { now: async () => now, advance } as unknown as OpenPage['time'] };
}

it('continues a span whose end the browser reports before it has passed', async () => {
  const page = openPage(0.5);
  await advanceTo(page, world, 31_000, 5_000);
  expect(await page.time.now(world)).toBeCloseTo(31_000, -1);
});

it('fails if the clock of the page stands still', async () => {
  await expect(advanceTo(openPage(0), world, 31_000, 5_000)).rejects.toThrow(StepTimeoutError);
});

it('lets no time pass if the instant is over', async () => {
  const page = openPage(1);
  await advanceTo(page, world, 900, 5_000);
  expect(await page.time.now(world)).toBe(1_000);
});
