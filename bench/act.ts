/**
 * Compares what the scanner reports with what W3C's examples of ACT rules expect: `npm run bench:act -- <folder>`. The
 * folder has a copy of https://www.w3.org/WAI/content-assets/wcag-act-rules/ at that path, from `WAI` on.
 */
import { parseArgs } from 'node:util';
import { rules } from '../core/rule-sets/rules.ts';
import { type ActMapping, type Consistency, mapActRule } from './act/mapping.ts';
import { scanUrls } from './act/scan-test-cases.ts';
import { getTestCasePath, readTestCases, serveFolder, type TestCase } from './act/test-cases.ts';

const HELP = `Usage: npm run bench:act -- <folder> [--only <ids>] [--browsers <number>]

  <folder>    a copy of W3C's examples; contains WAI/content-assets/wcag-act-rules/testcases.json
  --only      ids of ACT rules, or of our rules, separated by commas; default: all
  --browsers  browsers at the same time; default: 1
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    browsers: { type: 'string', default: '1' },
    help: { type: 'boolean' },
  },
});
const [folder] = positionals;
if (values.help || folder === undefined) {
  process.stdout.write(HELP);
  process.exit(values.help ? 0 : 1);
}

const only = values.only?.split(',');
const claimedBy = (actRule: string) =>
  rules.filter(({ actRules }) => actRules.includes(actRule)).map(({ ruleId }) => ruleId);
const isChosen = ({ ruleId }: TestCase) =>
  only === undefined || only.includes(ruleId) || claimedBy(ruleId).some((id) => only.includes(id));
const examples = (await readTestCases(folder)).filter(isChosen);
const { origin, close } = await serveFolder(folder);
const toUrl = (example: TestCase) => origin + getTestCasePath(example);
const start = performance.now();
let done = 0;
const urls = [...new Set(examples.map(toUrl))];
const results = await scanUrls(urls, Number(values.browsers), () => {
  done += 1;
  if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${urls.length} pages`);
});
close();

const findResult = (example: TestCase) => results.get(toUrl(example));
const byAct = [...Map.groupBy(examples, ({ ruleId }) => ruleId)].map(([actRule, ofRule]) => {
  const claiming = claimedBy(actRule);
  return {
    actRule,
    name: ofRule[0]?.ruleName ?? '',
    examples: ofRule,
    violations: mapActRule(ofRule, claiming, findResult, false),
    withReviews: mapActRule(ofRule, claiming, findResult, true),
  };
});

for (const { actRule, name, violations, withReviews } of byAct.toSorted((a, b) =>
  a.name < b.name ? -1 : 1,
)) {
  console.log(`${actRule} ${name}: ${violations.consistency}; with reviews ${withReviews.consistency}`);
  for (const line of describeMapping(withReviews, violations)) console.log(`    ${line}`);
}
const outcomes = Map.groupBy(results.values(), ({ outcome }) => outcome);
console.log(`\nPages: ${[...outcomes].map(([outcome, pages]) => `${outcome} ${pages.length}`).join(', ')}`);
console.log(`As violations: ${count(byAct.map(({ violations }) => violations))}`);
console.log(`With reviews: ${count(byAct.map(({ withReviews }) => withReviews))}`);
console.log(
  `${byAct.length} ACT rules, ${urls.length} pages in ${Math.round((performance.now() - start) / 1_000)} s`,
);
process.exit(0);

function count(mappings: readonly ActMapping[]): string {
  const names: Consistency[] = ['complete', 'partial', 'inconsistent', 'none'];
  return names
    .map((name) => `${mappings.filter(({ consistency }) => consistency === name).length} ${name}`)
    .join(', ');
}

/** Returns one line for each of our rules, and for the failed examples that are missed. */
function describeMapping(withReviews: ActMapping, violations: ActMapping): string[] {
  const failed = (mapping: ActMapping) => mapping.missed.map(describeExample).join(', ');
  return [
    ...withReviews.byRule.map(({ ruleId, found, invented }) => {
      const asViolations = violations.byRule.find((rule) => rule.ruleId === ruleId);
      const wrong = invented.map((example) =>
        asViolations?.invented.includes(example)
          ? describeExample(example)
          : `${describeExample(example)} (review)`,
      );
      return `${ruleId}: finds ${asViolations?.found.length} of the failed examples, ${found.length} with reviews${wrong.length > 0 ? `; reports wrongly: ${wrong.join(', ')}` : ''}`;
    }),
    ...(violations.missed.length > 0 ? [`missed as violations: ${failed(violations)}`] : []),
    ...(withReviews.missed.length > 0 ? [`missed with reviews: ${failed(withReviews)}`] : []),
  ];
}

function describeExample(example: TestCase): string {
  const outcome = findResult(example)?.outcome ?? 'no result';
  const short = `${example.testcaseTitle} ${example.testcaseId.slice(0, 6)}`;
  return outcome === 'scanned' ? short : `${short} [${outcome}]`;
}
