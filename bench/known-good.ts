/**
 * Counts what the checks report on known-good pages: `npm run bench:known-good`. What is reported there is probably
 * invented, and a review there is noise.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checks } from '../core/checks/checks.ts';
import { rules } from '../core/rule-sets/rules.ts';
import type { PageResult } from '../core/scans/page-result.ts';
import { formatSelector } from '../core/scans/selector-text.ts';
import { scanUrls } from './act/scan-test-cases.ts';
import { serveFolder } from './act/test-cases.ts';
import { compareSite } from './compare-site.ts';
import { installPackages } from './known-good/install.ts';
import { documentationPackages } from './known-good/packages.ts';
import { type Half, halves, listPages } from './known-good/pages.ts';

const HELP = `Usage: npm run bench:known-good -- [--half tune|final] [--only <ids>] [--all] [--browsers <number>] [--write]

  --half      half of the pages; scan "final" once, when the checks are finished; default: tune
  --only      ids of rules, separated by commas; default: all checks of the service itself
  --all       also list the findings of axe-core's rules
  --elements  number of elements to list for each rule; default: 20
  --browsers  browsers at the same time; default: 1
  --write     stores the numbers for the pages about the checks: run "npm run generate:checks" afterwards
`;

const ratesFile = join(import.meta.dirname, '../scripts/checks/known-good-rates.json');

const { values } = parseArgs({
  options: {
    half: { type: 'string', default: 'tune' },
    only: { type: 'string' },
    all: { type: 'boolean' },
    elements: { type: 'string', default: '20' },
    browsers: { type: 'string', default: '1' },
    write: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}
const half = halves.find((name) => name === values.half);
const only = values.only?.split(',');
const known = new Set(rules.map(({ ruleId }) => ruleId));
const unknown = only?.filter((id) => !known.has(id)) ?? [];
if (half === undefined || unknown.length > 0) {
  process.stderr.write(
    half === undefined
      ? `--half: must be one of: ${halves.join(', ')}\n`
      : `--only: unknown: ${unknown.join(', ')}\n`,
  );
  process.exit(1);
}
if (values.write && (only !== undefined || half !== 'tune')) {
  process.stderr.write('--write: all checks must be measured on "tune"; omit --only and --half\n');
  process.exit(1);
}
await main(half);
process.exit(0);

async function main(half: Half): Promise<void> {
  const versions = Object.fromEntries(documentationPackages.map(({ name, version }) => [name, version]));
  const root = await installPackages(versions);
  const { origin, close } = await serveFolder(root);
  const urls = (await listPages(root, documentationPackages, half)).map((path) => `${origin}/${path}`);
  const start = performance.now();
  let done = 0;
  const onPage = () => {
    done += 1;
    if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${urls.length} pages`);
  };
  // A page without any rule of axe would not be scanned.
  const ruleIds = only && [...new Set(['document-title', ...only])];
  const results = await scanUrls(urls, Number(values.browsers), onPage, ruleIds);
  close();
  const scanned = urls.flatMap((url) => results.get(url) ?? []);
  // The pages of a package are a site.
  const toPackage = ({ requestedUrl }: PageResult) => new URL(requestedUrl).pathname.split('/')[1];
  const pages = [...Map.groupBy(scanned, toPackage).values()].flatMap(compareSite);
  for (const { ruleId, source } of rules) {
    if (only === undefined ? values.all || source === 'a11y-scan' : only.includes(ruleId)) {
      printRule(ruleId, pages, origin);
    }
  }
  const outcomes = Map.groupBy(pages, ({ outcome }) => outcome);
  console.log(`\nPages: ${[...outcomes].map(([outcome, of]) => `${outcome} ${of.length}`).join(', ')}`);
  for (const { requestedUrl, outcome, detail } of pages) {
    if (outcome !== 'scanned') console.log(`    ${requestedUrl.slice(origin.length)}: ${outcome}. ${detail}`);
  }
  const own = rules.filter(({ source }) => source === 'a11y-scan').map(({ ruleId }) => ruleId);
  console.log(`Own checks: ${describeRate(pages, own)}`);
  if (values.write) await writeRates(pages);
  console.log(`${half}: ${pages.length} pages in ${Math.round((performance.now() - start) / 1_000)} s`);
}

/** Prints how often a rule reports, and on which elements. */
function printRule(ruleId: string, pages: readonly PageResult[], origin: string): void {
  console.log(`${ruleId}: ${describeRate(pages, [ruleId])}`);
  const notRun = pages.filter(({ rules }) =>
    rules.some((rule) => rule.ruleId === ruleId && rule.result === 'not-run'),
  );
  if (notRun.length > 0) console.log(`    not run on ${notRun.length} pages`);
  const lines = pages.flatMap(({ requestedUrl, findings }) =>
    findings
      .filter((finding) => finding.ruleId === ruleId)
      .flatMap(({ kind, nodes }) =>
        nodes.map(
          ({ target, html, checks }) =>
            `    ${kind} ${requestedUrl.slice(origin.length)} ${formatSelector(target)}\n` +
            `        ${html.replace(/\s+/g, ' ').slice(0, 160)}\n        ${checks.any[0]?.message ?? ''}`,
        ),
      ),
  );
  const limit = Number(values.elements);
  for (const line of lines.slice(0, limit)) console.log(line);
  if (lines.length > limit) console.log(`    and ${lines.length - limit} more`);
}

/** Returns the number of elements that rules report, by kind, and the average of a page. */
function describeRate(pages: readonly PageResult[], ruleIds: readonly string[]): string {
  const parts = (['violation', 'review'] as const).map((kind) => {
    const { elements, withFinding } = count(pages, ruleIds, [kind]);
    return `${elements} ${kind}s (${(elements / pages.length).toFixed(2)} per page) on ${withFinding} pages`;
  });
  return parts.join(', ');
}

/** Counts the elements that rules report, and the pages with such elements. */
function count(
  pages: readonly PageResult[],
  ruleIds: readonly string[],
  kinds: readonly string[],
): { elements: number; withFinding: number } {
  const counts = pages.map(({ findings }) =>
    findings
      .filter(({ kind, ruleId }) => kinds.includes(kind) && ruleIds.includes(ruleId))
      .reduce((sum, { nodeCount }) => sum + nodeCount, 0),
  );
  const elements = counts.reduce((sum, each) => sum + each, 0);
  return { elements, withFinding: counts.filter((each) => each > 0).length };
}

/** Stores how often each check reports something, except for a check that had no result on a page. */
async function writeRates(pages: readonly PageResult[]): Promise<void> {
  const measured = checks.filter(({ id }) =>
    pages.every((page) => page.rules.some(({ ruleId, result }) => ruleId === id && result !== 'not-run')),
  );
  const rates = measured.map(({ id, version }) => {
    const [violations, reviews] = ['violation', 'review'].map((kind) => count(pages, [id], [kind]).elements);
    const { withFinding } = count(pages, [id], ['violation', 'review']);
    return [id, { version, violations, reviews, pages: withFinding }] as const;
  });
  const content = { pages: pages.length, checks: Object.fromEntries(rates) };
  await writeFile(ratesFile, `${JSON.stringify(content, null, 2)}\n`);
}
