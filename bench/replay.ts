/**
 * Replays releases of real sites: `npm run bench:replay`. Each release is scanned and compared with the one before it,
 * and several times with itself. Every other site also shows content that changes at each visit. A gate that is not
 * decided although the site is sound is counted, by reason.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Report } from '../core/reports/report.ts';
import { serveFolder } from './act/test-cases.ts';
import { addRotatingContent } from './replay/add-rotating-content.ts';
import { packages } from './replay/packages.ts';
import { fetchReleases, type ReleasedSite } from './replay/releases.ts';

const HELP = `Usage: npm run bench:replay -- [--only <names>] [--releases <number>] [--pages <number>] [--checks all|axe]

  --only      names of packages, separated by commas; default: all
  --releases  maximum number of releases of a package; default: 10
  --pages     maximum number of pages of a scan; default: 8
  --repeats   how often each release is compared with itself; default: 2
  --checks    which rules run: see the setting \`checks\`; default: axe
`;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    releases: { type: 'string', default: '10' },
    pages: { type: 'string', default: '8' },
    repeats: { type: 'string', default: '2' },
    checks: { type: 'string', default: 'axe' },
    help: { type: 'boolean' },
  },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}

/** The gates of one kind of comparison. */
class Gates {
  #count = 0;
  readonly #undecided = new Map<string, number>();

  add({ gate }: Report): void {
    this.#count += 1;
    for (const code of new Set(listUndecided(gate)))
      this.#undecided.set(code, (this.#undecided.get(code) ?? 0) + 1);
  }

  format(): string {
    const share = (count: number) => `${count} (${((100 * count) / Math.max(1, this.#count)).toFixed(1)} %)`;
    const reasons = [...this.#undecided].map(([code, count]) => `  ${code}: ${share(count)}`);
    return [`${this.#count} comparisons`, ...reasons].join('\n');
  }
}

function listUndecided(gate: Report['gate']): string[] {
  return gate.reasons.filter(({ result }) => result === 'inconclusive').map(({ code }) => code);
}

const folder = await mkdtemp(join(tmpdir(), 'replay-'));
const config = join(folder, 'config.json');
await writeFile(config, JSON.stringify({ config: { rules: ['wcag-aa'], checks: values.checks } }));
const steps = new Gates();
const repeats = new Gates();
let sites = 0;
try {
  for (const name of values.only?.split(',') ?? packages) {
    const site = await fetchReleases(name, Number(values.releases));
    if (site.releases.length < 2) {
      console.log(`${name}: ${site.releases.length} releases with a site`);
      continue;
    }
    sites += 1;
    await replay(site, sites % 2 === 0);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
console.log(
  `\n${sites} sites\nRelease after release: ${steps.format()}\nThe same release again: ${repeats.format()}`,
);
process.exit(0);

async function replay({ name, start, releases }: ReleasedSite, isRotating: boolean): Promise<void> {
  let before: string | null = null;
  let visits = 0;
  for (const [index, { version, root }] of releases.entries()) {
    const server = await serveFolder(root, (html) => {
      visits += 1;
      return isRotating ? addRotatingContent(html, visits) : html;
    });
    try {
      const scan = (report: string, baseline: string | null) =>
        scanSite(`${server.origin}/${start}`, report, baseline);
      const report = join(folder, `${index}.json`);
      const now = await scan(report, before);
      if (now === null) {
        console.log(`${name} ${version}: no page was scanned`);
        continue;
      }
      if (before !== null) {
        steps.add(now);
        note(`${name} ${version}`, now);
      }
      for (let repeat = 0; repeat < Number(values.repeats); repeat += 1) {
        const again = await scan(join(folder, 'again.json'), report);
        if (again === null) continue;
        repeats.add(again);
        note(`${name} ${version} again`, again);
      }
      before = report;
    } finally {
      server.close();
    }
  }
  console.log(`${name}: ${releases.length} releases, ${start}${isRotating ? ', with rotating content' : ''}`);
}

/** Prints why a gate was not decided. */
function note(what: string, { gate, pages }: Report): void {
  for (const { code, result, message } of gate.reasons)
    if (result === 'inconclusive') console.log(`  ${what}: ${code}: ${message.slice(0, 400)}`);
  if (!listUndecided(gate).includes('rule-not-run')) return;
  for (const reason of new Set(pages.flatMap(({ rules }) => rules.flatMap((rule) => rule.reason ?? []))))
    console.log(`    ${reason}`);
}

/** Returns the report of a scan; null if no page was scanned. */
async function scanSite(url: string, report: string, baseline: string | null): Promise<Report | null> {
  const args = ['--fail-on', 'new=minor', '--config', config];
  const compared = baseline === null ? [] : ['--baseline', baseline];
  await rm(report, { force: true });
  await new Promise<void>((done) => {
    const command = ['cli/main.ts', 'local', url, '--quiet', '--max-pages', values.pages];
    const options = { cwd: join(import.meta.dirname, '..'), maxBuffer: 1e8 };
    execFile(
      process.execPath,
      [...command, ...args, ...compared, '--output', `json=${report}`],
      options,
      () => done(),
    );
  });
  return readFile(report, 'utf8').then(JSON.parse, () => null);
}
