import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../core/reports/report.ts';
import { type Garden, listFindings, listNodes, planted, serveGarden } from './site-checks/garden.ts';

let garden: Garden;
let first: Report;
beforeAll(async () => {
  garden = await serveGarden();
  first = await garden.scan();
});
afterAll(() => garden?.stop());

describe('checks over all pages of a scan', () => {
  it('report the planted faults and nothing else, with the other pages as evidence', () => {
    expect(listFindings(first)).toEqual(planted);
    const titles = listNodes(first).filter(({ ruleId }) => ruleId === 'a11y-duplicate-title');
    expect(titles.map(({ node }) => node.fix.any)).toEqual([
      ['The title is the same on 1 other page.'],
      ['The title is the same on 1 other page.'],
    ]);
  });
});
