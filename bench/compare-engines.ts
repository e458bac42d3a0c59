/**
 * Compares which faults of `bench/planted-faults` engines find: `npm run bench:engines`. Each fault has an element; a
 * violation at any other element is invented.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launchBrowser } from '../scanner/browser/browser.ts';
import { findChromium } from '../scanner/browser/find-chromium.ts';
import { scanUrls } from './act/scan-test-cases.ts';
import { serveFolder } from './act/test-cases.ts';
import { compareSite } from './compare-site.ts';
import { scanWithAlfa } from './engines/alfa.ts';
import { scriptedEngines } from './engines/engines.ts';
import { faultsSchema } from './engines/faults.ts';
import { type Located, scanWithLighthouse } from './engines/lighthouse.ts';
import { buildReporter, type Report } from './engines/reports.ts';
import { formatTable } from './engines/table.ts';

const HELP = `Usage: npm run bench:engines -- [--alfa] [--lighthouse]

  --alfa        also run Siteimprove's Alfa
  --lighthouse  also run Lighthouse
                the first time, both install the packages of bench/package.json
`;

const { values } = parseArgs({
  options: { alfa: { type: 'boolean' }, lighthouse: { type: 'boolean' }, help: { type: 'boolean' } },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}
const folder = join(import.meta.dirname, 'planted-faults');
const faults = faultsSchema.parse(JSON.parse(await readFile(join(folder, 'faults.json'), 'utf8')));
const pages = [...new Set(faults.map(({ page }) => page))];
const { origin, close } = await serveFolder(folder);
const urls = pages.map((page) => `${origin}/${page}.html`);
const work = await mkdtemp(join(tmpdir(), 'compare-engines-'));
const scanned = await scanUrls(urls, 1, () => undefined);
const own = new Map(compareSite([...scanned.values()]).map((result) => [result.requestedUrl, result]));
const lighthouse = values.lighthouse ? await scanWithLighthouse(urls, work) : null;
const { browser, kill } = await launchBrowser(await findChromium(), join(work, 'browser'), 'direct://');
const results = new Map<string, Map<string, Report[]>>();
try {
  for (const { name, source, script } of await scriptedEngines()) {
    results.set(name, await reportPages(name, () => ({ source, script })));
  }
  const locate = (found: readonly Located[]) => ({
    source: '',
    script: `Promise.resolve(${JSON.stringify(found)}.map(([is, rule, selector, html]) => {
      const all = [...document.querySelectorAll(selector)];
      return [is, rule, all.find(({ outerHTML }) => outerHTML.startsWith(html)) ?? all[0]];
    }))`,
  });
  const alfa = values.alfa ? await scanWithAlfa(browser, urls) : null;
  for (const [name, reports] of [
    ['Alfa', alfa],
    ['Lighthouse', lighthouse],
  ] as const)
    if (reports) results.set(name, await reportPages(name, (url) => locate(reports.get(url) ?? [])));
  results.set('a11y-scan', await reportPages('a11y-scan', (url) => locate(listOwn(url))));
} finally {
  await kill();
  close();
  await rm(work, { recursive: true, force: true });
}
for (const line of formatTable(faults, results)) console.log(line);
process.exit(0);

/** Returns what our scanner reports. */
function listOwn(url: string): Located[] {
  return (own.get(url)?.findings ?? []).flatMap(({ ruleId, kind, nodes }) =>
    nodes.map(({ target }): Located => [kind === 'violation', ruleId, String(target.at(-1)), '']),
  );
}

/** Returns what an engine reports on each page. A page on which it fails has no reports. */
async function reportPages(
  name: string,
  getScripts: (url: string) => { source: string; script: string },
): Promise<Map<string, Report[]>> {
  const reports = new Map<string, Report[]>();
  for (const [index, page] of pages.entries()) {
    const url = urls[index] ?? '';
    const { source, script } = getScripts(url);
    const tab = await browser.newPage();
    await tab.goto(url);
    try {
      await tab.evaluate(`${source};undefined`);
      const reporter = buildReporter(
        script,
        faults.filter((fault) => fault.page === page),
      );
      reports.set(page, (await tab.evaluate(reporter)) as Report[]);
    } catch (error) {
      console.log(`${name} failed on ${page}: ${String(error)}`);
    }
    await tab.close();
  }
  return reports;
}
