/**
 * Measures the cost of the checks of the service itself, by phase, beside that of axe-core: `npm run bench:checks`.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isOwnCheck, rules } from '../core/rule-sets/rules.ts';
import type { PageResult } from '../core/scans/page-result.ts';
import { scanUrls } from './act/scan-test-cases.ts';
import { serveFolder } from './act/test-cases.ts';
import { type Cost, PhaseMeter } from './checks/measure-phases.ts';
import { formatCosts, joinRounds, type PageCost } from './checks/table.ts';
import { compareSite } from './compare-site.ts';
import { installPackages } from './known-good/install.ts';
import { documentationPackages } from './known-good/packages.ts';
import { listPages } from './known-good/pages.ts';
import { describeMachine } from './machine.ts';
import { buildPages, kinds, smallSizes } from './site/pages.ts';
import { serveSite } from './site/start.ts';

const HELP = `Usage: npm run bench:checks -- [--only site,demo,known-good] [--every <number>] [--pages]

  --only   sets of pages, separated by commas; default: all
  --every  takes only each such page of the known-good pages; default: 1
  --pages  also prints the phases of each page
`;

/** Pages that one browser scans, before another one scans the same pages with other rules. */
const CHUNK = 6;
const ELEMENTS_MAX = 1_500;
/** How often each page is scanned in each way: the median counts, because other processes disturb some of them. */
const ROUNDS = 3;

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'site,demo,known-good' },
    every: { type: 'string', default: '1' },
    pages: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}
const machine = await describeMachine();
console.log(
  `${machine.processor}, ${machine.cores} cores, load ${machine.load.toFixed(1)}, ${machine.commit}\n`,
);
const site = await serveSite();
const meter = new PhaseMeter(site.pid);
const sets: Record<string, () => Promise<[title: string, urls: string[]]>> = {
  site: async () => {
    const paths = buildPages(smallSizes, kinds, 1).map(({ path }) => path);
    return ["the benchmark's pages", paths.map((path) => site.origin + path)];
  },
  demo: async () => {
    const folder = join(import.meta.dirname, '../local/demo-site');
    const { pages } = JSON.parse(await readFile(join(folder, 'site.json'), 'utf8')) as { pages: string[] };
    const { origin } = await serveFolder(folder);
    return ['the demo site', ['/index.html', ...pages].map((path) => origin + path)];
  },
  'known-good': async () => {
    const versions = Object.fromEntries(documentationPackages.map(({ name, version }) => [name, version]));
    const root = await installPackages(versions);
    const { origin } = await serveFolder(root);
    const paths = await listPages(root, documentationPackages, 'tune');
    const tags = await Promise.all(paths.map((path) => countTags(join(root, path))));
    const small = paths.filter((_path, page) => (tags[page] ?? 0) <= ELEMENTS_MAX);
    const some = small.filter((_path, page) => page % Number(values.every) === 0);
    return ['known-good pages', some.map((path) => `${origin}/${path}`)];
  },
};
for (const name of values.only.split(',')) {
  const prepare = sets[name];
  if (prepare === undefined) throw new Error(`--only: must be some of: ${Object.keys(sets).join(', ')}`);
  const [title, urls] = await prepare();
  const rounds: PageCost[][] = [];
  let results: PageResult[] = [];
  while (rounds.length < ROUNDS) {
    const round = await measure(urls, rounds.length);
    rounds.push(round.pages);
    results = round.results;
  }
  const pages = joinRounds(rounds);
  const started = performance.now();
  compareSite(results);
  const ofSite = (performance.now() - started) / results.length;
  console.log(formatCosts(title, pages).join('\n'));
  console.log(`Comparison of the pages as a site: ${ofSite.toFixed(1)} ms per page.\n`);
  if (values.pages) for (const page of pages) console.log(describePage(page));
}
process.exit(0);

/** Scans pages with all checks and with the rules of axe-core only, in turns. @param round its number */
async function measure(
  urls: readonly string[],
  round: number,
): Promise<{ pages: PageCost[]; results: PageResult[] }> {
  const all = rules.map(({ ruleId }) => ruleId);
  const ofAxe = all.filter((id) => !isOwnCheck(id));
  const pages: PageCost[] = [];
  const results: PageResult[] = [];
  for (let first = 0; first < urls.length; first += CHUNK) {
    const chunk = urls.slice(first, first + CHUNK);
    const runs: [PageCost['phases'], Cost][][] = [[], []];
    // The order changes, because the later run has warm caches of the system.
    const turns = (first / CHUNK + round) % 2 === 0 ? [0, 1] : [1, 0];
    for (const turn of turns) {
      const costs = new Map<string, [PageCost['phases'], Cost]>();
      const order = [`${chunk[0]}?first`, ...chunk];
      let page = 0;
      const onEnd = () => {
        const { whole, phases } = meter.endPage();
        costs.set(order[page++] ?? '', [phases, whole]);
      };
      // The first page of a browser is not counted: the browser compiles and loads during it.
      const scanned = await scanUrls(order, 1, onEnd, turn === 0 ? all : ofAxe, () => meter.startPage());
      if (turn === 0) results.push(...chunk.flatMap((url) => scanned.get(url) ?? []));
      runs[turn] = chunk.map((url) => costs.get(url) ?? [new Map(), { real: 0, cpu: 0 }]);
    }
    for (const [index, url] of chunk.entries()) {
      const [phases, ofAll] = runs[0]?.[index] ?? [];
      const [, ofAxeOnly] = runs[1]?.[index] ?? [];
      if (phases && ofAll && ofAxeOnly) pages.push({ url, all: ofAll, axe: ofAxeOnly, phases });
    }
    if (process.stderr.isTTY) process.stderr.write(`\r${pages.length} of ${urls.length} pages`);
  }
  return { pages, results };
}

/** Returns the number of tags that begin an element, which is close to the number of elements. */
async function countTags(path: string): Promise<number> {
  return (await readFile(path, 'utf8')).match(/<[a-z]/gi)?.length ?? 0;
}

function describePage({ url, all, phases }: PageCost): string {
  const parts = [...phases].map(
    ([phase, { real, cpu }]) => `${phase} ${Math.round(real)}/${Math.round(cpu)}`,
  );
  return `${new URL(url).pathname}: ${Math.round(all.real)} ms; ${parts.join(', ')}`;
}
