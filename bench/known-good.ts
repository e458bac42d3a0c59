/**
 * Counts what the checks report on known-good pages: `npm run bench:known-good`. What is reported there is probably
 * invented, and a review there is noise.
 */
import { parseArgs } from 'node:util';
import { rules } from '../core/rule-sets/rules.ts';
import type { PageResult } from '../core/scans/page-result.ts';
import { formatSelector } from '../core/scans/selector-text.ts';
import { scanUrls } from './act/scan-test-cases.ts';
import { serveFolder } from './act/test-cases.ts';
import { compareSite } from './compare-site.ts';
import { installPackages } from './known-good/install.ts';
import { documentationPackages } from './known-good/packages.ts';
import { type Half, halves, listPages } from './known-good/pages.ts';

const HELP = `Usage: npm run bench:known-good -- [--half tune|final] [--only <ids>] [--all] [--browsers <number>]

  --half      half of the pages; scan "final" once, when the checks are finished; default: tune
  --only      ids of rules, separated by commas; default: all checks of the service itself
  --all       also list the findings of axe-core's rules
  --elements  number of elements to list for each rule; default: 20
  --browsers  browsers at the same time; default: 1
`;

const { values } = parseArgs({
  options: {
    half: { type: 'string', default: 'tune' },
    only: { type: 'string' },
    all: { type: 'boolean' },
    elements: { type: 'string', default: '20' },
    browsers: { type: 'string', default: '1' },
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
    const counts = pages.map(({ findings }) =>
      findings
        .filter((finding) => finding.kind === kind && ruleIds.includes(finding.ruleId))
        .reduce((sum, { nodeCount }) => sum + nodeCount, 0),
    );
    const total = counts.reduce((sum, count) => sum + count, 0);
    const withFinding = counts.filter((count) => count > 0).length;
    return `${total} ${kind}s (${(total / pages.length).toFixed(2)} per page) on ${withFinding} pages`;
  });
  return parts.join(', ');
}
