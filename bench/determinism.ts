/**
 * Scans the same pages again and again, and compares the results byte for byte: `npm run bench:determinism`. Every
 * second run has two browsers, so that each page comes after others.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { PageResult } from '../core/scans/page-result.ts';
import { scanUrls } from './act/scan-test-cases.ts';
import { serveFolder } from './act/test-cases.ts';
import { describeDifference } from './determinism/describe-difference.ts';
import { faultsSchema } from './engines/faults.ts';
import { describeMachine } from './machine.ts';
import { buildPages, kinds } from './site/pages.ts';
import { serveSite } from './site/start.ts';

const HELP = `Usage: npm run bench:determinism -- [--runs <number>] [--only <text>]

  --runs  number of scans of each page; default: 20
  --only  only pages whose address contains this text
`;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
    help: { type: 'boolean' },
  },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}
const runs = Number(values.runs);
const machine = await describeMachine();
console.log(
  `${machine.processor}, ${machine.cores} cores, load ${machine.load.toFixed(1)}, ${machine.commit}`,
);
const urls = (await listUrls()).filter((url) => url.includes(values.only));
const byPage = new Map<string, string[]>(urls.map((url) => [url, []]));
const start = performance.now();
for (let run = 0; run < runs; run += 1) {
  const results = await scanUrls(urls, 1 + (run % 2), () => undefined);
  for (const url of urls) byPage.get(url)?.push(toText(results.get(url)));
  if (process.stderr.isTTY) process.stderr.write(`\rrun ${run + 1} of ${runs}`);
}
let different = 0;
for (const [url, texts] of byPage) {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const [usual = '', ...others] = [...counts].sort(([, one], [, other]) => other - one).map(([text]) => text);
  if (others.length === 0) continue;
  different += 1;
  console.log(`\n${url}: ${counts.size} results, in ${[...counts.values()].join(' and ')} runs`);
  for (const other of others) console.log(describeDifference(JSON.parse(usual), JSON.parse(other)));
}
const seconds = Math.round((performance.now() - start) / 1_000);
console.log(
  `\n${urls.length} pages, ${runs} runs each, with one and with two browsers: ` +
    `${different} pages with different results (${seconds} s)`,
);
process.exit(different === 0 ? 0 : 1);

/** Returns the text of a result without times. */
function toText(result: PageResult | undefined): string {
  if (result === undefined) return 'null';
  const { startedAt: _, durationMs: __, ...rest } = result;
  return JSON.stringify(rest);
}

/** Serves the demo site, the planted faults and a page of each kind, and returns their addresses. */
async function listUrls(): Promise<string[]> {
  const readJson = async (path: string) =>
    JSON.parse(await readFile(join(import.meta.dirname, path), 'utf8'));
  const demo = await serveFolder(join(import.meta.dirname, '../local/demo-site'));
  const { pages } = (await readJson('../local/demo-site/site.json')) as { pages: string[] };
  const planted = await serveFolder(join(import.meta.dirname, 'planted-faults'));
  const faults = faultsSchema.parse(await readJson('planted-faults/faults.json'));
  const { origin } = await serveSite();
  return [
    ...['/index.html', ...pages].map((path) => demo.origin + path),
    ...new Set(faults.map(({ page }) => `${planted.origin}/${page}.html`)),
    ...buildPages([150, 400], kinds, 1).map(({ path }) => origin + path),
  ];
}
