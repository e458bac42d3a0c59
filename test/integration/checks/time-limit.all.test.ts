import { afterAll, beforeAll, expect, it } from 'vitest';
import { listNodes, type Site, scan } from '../scanner/harness.ts';
import { scriptWays, serveScriptWays } from './script-ways.ts';

const CHECK = 'a11y-time-limit';

let site: Site;
beforeAll(async () => {
  site = await serveScriptWays();
});
afterAll(() => site.close());

it.each(scriptWays)('finds the time limit of a script that a page gets otherwise: %s', async (path) => {
  const { results } = await scan([site.url(path)], { ruleIds: ['document-title', CHECK] });
  expect(listNodes(results[0], 'violation')).toEqual([`${CHECK} ["html"]`]);
});
