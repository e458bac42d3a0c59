import { describe, expect, it } from 'vitest';
import { type WalkTools, walkByTab } from '../../../scanner/interaction/walk.ts';
import type { WalkStop } from '../../../scanner/interaction/walked-page.ts';

/**
 * Returns a simulated page with elements that the Tab key reaches one after the other, and then leaves.
 * @param lateAfter number of keys after which the time of a walk is over
 */
function simulatePage(elements: number, lateAfter = Number.POSITIVE_INFINITY) {
  let keys = 0;
  const stops: WalkStop[] = [];
  const tools = {
    keyboard: {
      async press() {
        const element = keys % (elements + 1);
        keys += 1;
        const position = element === elements ? null : { frame: 0, element };
        stops.push({ position, isHandled: false, lost: null, given: null });
      },
    },
    page: {
      async takeStops() {
        return stops.splice(0);
      },
      takeMoves: async () => [],
    },
    wait: async () => undefined,
    skip: async () => undefined,
    isLate: () => keys >= lateAfter,
  } as unknown as WalkTools;
  return { tools, countKeys: () => keys };
}

describe('a walk by the Tab key', () => {
  it('ends behind the last of 3,900 elements', async () => {
    const { tools } = simulatePage(3_900);
    const walk = await walkByTab(tools, 3_900);
    expect([walk.end, walk.held]).toEqual(['end', []]);
    expect(new Set(walk.stops.map(({ position }) => position?.element)).size).toBe(3_901);
  });

  it('is cut after 4,000 keys, so a page that needs more is never walked as a whole', async () => {
    const { tools, countKeys } = simulatePage(4_100);
    expect((await walkByTab(tools, 4_100)).end).toBe('cut');
    expect(countKeys()).toBe(4_000);
  });

  it('is cut when its time is over, with the stops until then', async () => {
    const { tools } = simulatePage(500, 120);
    const walk = await walkByTab(tools, 500);
    expect(walk.end).toBe('cut');
    expect(walk.stops).toHaveLength(120);
  });
});
