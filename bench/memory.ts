/**
 * Scans pages that fill the memory of a browser, each in another way: `npm run bench:memory`. Prints how much memory
 * each needed at most, and how its page ended.
 */
import { parseArgs } from 'node:util';
import { rules } from '../core/rule-sets/rules.ts';
import { BROWSER_MEMORY_MB } from '../core/scans/pacing.ts';
import { describeMachine } from './machine.ts';
import { buildBombs, largePage } from './memory/bombs.ts';
import { scanBomb } from './memory/scan-bomb.ts';

const HELP = `Usage: npm run bench:memory -- [--limit <MB>] [--only <text>]

  --limit  memory of a browser above which its page is ended; default: ${BROWSER_MEMORY_MB}
  --only   only bombs whose name contains this text
`;

const { values } = parseArgs({
  options: {
    limit: { type: 'string', default: String(BROWSER_MEMORY_MB) },
    only: { type: 'string', default: '' },
    help: { type: 'boolean' },
  },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}
const { processor, cores, load, commit } = await describeMachine();
console.log(`${processor}, ${cores} cores, load ${load.toFixed(1)}, ${commit}`);
console.log('\n| bomb | peak, MB | page | rules with a result | next page |\n|---|---|---|---|---|');
const ruleIds = rules.map(({ ruleId }) => ruleId);
for (const bomb of [largePage, ...buildBombs()].filter(({ name }) => name.includes(values.only))) {
  const { bomb: result, next, peakMb } = await scanBomb(bomb, ruleIds, Number(values.limit));
  const ended = result.rules.filter((rule) => rule.result !== 'not-run').length;
  console.log(
    `| ${bomb.name} | ${peakMb} | ${result.outcome}: ${result.detail.slice(-90)} | ${ended} | ${next.outcome} |`,
  );
}
