import { expect, it } from 'vitest';
import { everything, type openReport, readSections, seen, titles } from './open-report.ts';

type OpenReport = ReturnType<typeof openReport>;

/** Defines a test for each fragment of an address: it opens these sections. */
export function testTargets({ open }: OpenReport, rows: [hash: string, expanded: string[]][]): void {
  it.each(rows)('open for an address that ends with %s, and show its target', async (hash, expanded) => {
    const shown = await open(async (page) => {
      await page.evaluate(`location.hash = '${hash}'`);
      await page.reload();
      await page.waitForFunction(`scrollY > 0`, { polling: 50, timeout: 60_000 });
      const isVisible = await page.evaluate(`(() => {
        const { top } = document.querySelector('${hash}').getBoundingClientRect();
        return top >= 0 && top < innerHeight;
      })()`);
      return { isVisible, ...(await readSections(page)) };
    });
    expect(shown).toEqual({ isVisible: true, titles, expanded });
  });
}

/** Defines a test for each value of a filter: it shows the issues of these rules. */
export function testFilters(
  { lookInSections }: OpenReport,
  rows: [name: string, value: string, rules: string[]][],
): void {
  it.each(rows)('shows only issues with the %s %s', async (name, value, rules) => {
    const { issues, hash } = await lookInSections(async (page) => {
      await page.select(`#filter-${name}`, value);
      return seen(page);
    });
    expect(issues).toEqual(rules);
    expect(hash).toBe(`#?${name}=${value}`);
  });
}

/** Defines a test for each order: it begins with issues of these rules. */
export function testOrders({ lookInSections }: OpenReport, rows: [order: string, first: string[]][]): void {
  it.each(rows)('sorts by %s, and back', async (order, first) => {
    const [sorted, back] = await lookInSections(async (page) => {
      await page.select('#filter-sort', order);
      const now = await seen(page);
      await page.select('#filter-sort', '');
      return [now, await seen(page)];
    });
    expect(sorted.issues.slice(0, 2)).toEqual(first);
    expect(sorted.issues.toSorted()).toEqual(everything.toSorted());
    expect(back.issues).toEqual(everything);
  });
}

/** Copies a fingerprint. Returns what was copied or selected, and what the report says. @param write the clipboard */
export function copyFingerprint({ lookInSections }: OpenReport, write: string): Promise<unknown> {
  return lookInSections((page) =>
    page.evaluate(`(async () => {
      let copied = '';
      const clipboard = { writeText: async (text) => { ${write}; } };
      Object.defineProperty(navigator, 'clipboard', { value: clipboard });
      document.querySelector('#issue-2 button.copy').click();
      await new Promise((done) => setTimeout(done));
      return { got: copied || getSelection().toString(), said: document.querySelector('#status').textContent };
    })()`),
  );
}
