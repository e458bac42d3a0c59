import { describe, expect, it } from 'vitest';
import { STOPS_MAX, type WalkTools, walkByTab } from '../../../scanner/interaction/walk.ts';
import type { WalkStop } from '../../../scanner/interaction/walked-page.ts';

/** Returns a simulated page with elements that the Tab key reaches one after the other, and then leaves. */
function simulatePage(elements: number) {
  let keys = 0;
  const stops: WalkStop[] = [];
  const tools = {
    keyboard: {
      async press() {
        const element = keys % (elements + 1);
        keys += 1;
        const position = element === elements ? null : { frame: 0, element };
        stops.push({ position, isHandled: false, lost: null });
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
  } as unknown as WalkTools;
  return { tools, countKeys: () => keys };
}

describe('a walk by the Tab key', () => {
  it('ends behind the last of 1,000 elements', async () => {
    const { tools } = simulatePage(STOPS_MAX);
    const walk = await walkByTab(tools, STOPS_MAX);
    expect([walk.end, walk.held]).toEqual(['end', []]);
    expect(new Set(walk.stops.map(({ position }) => position?.element)).size).toBe(STOPS_MAX + 1);
  });

  it('ends when it has visited so many of more elements', async () => {
    const { tools, countKeys } = simulatePage(STOPS_MAX + 100);
    const walk = await walkByTab(tools, STOPS_MAX + 100);
    expect(walk.end).toBe('limit');
    expect(walk.stops.length).toBeGreaterThanOrEqual(STOPS_MAX);
    expect(countKeys()).toBeLessThan(STOPS_MAX + 100);
  });
});
