import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { degradations, improvements } from '../../support/degradations.ts';
import { serveDegradedSite } from '../../support/degraded-site.ts';
import { useLocalRuns } from './local-runs.ts';

/** Defines tests of a site that is degraded or improved after its baseline was scanned. */
export function testDegradations(degraded: readonly string[], improved: readonly string[]): void {
  const { runLocal, readReport, folder } = useLocalRuns();
  let site: Awaited<ReturnType<typeof serveDegradedSite>>;

  beforeAll(async () => {
    site = await serveDegradedSite();
    const scanned = await scan('base', ['--fail-on', 'new=minor']);
    expect(scanned.report?.pages.map(({ outcome }) => outcome)).toEqual(Array(6).fill('scanned'));
    expect(scanned.report?.summary.violations.elements).toBeGreaterThan(0);
  });
  afterAll(() => site?.stop());

  async function scan(name: string, args: string[], config: object = {}) {
    const settings = { config: { rules: ['wcag-aa'], checks: 'axe', ...config } };
    await writeFile(join(folder(), `${name}.config.json`), JSON.stringify(settings));
    const ran = await runLocal([
      site.origin,
      ...['--config', `${name}.config.json`, '--output', `json=${name}.json`],
      ...args,
    ]);
    return { ...ran, report: ran.document.report === null ? null : await readReport(`${name}.json`) };
  }
  const baseline = ['--baseline', 'base.json'];

  it.each(degraded)('%s: is not decided, and nothing is fixed', async (name) => {
    const { change, reasons, alone } = degradations[name] ?? expect.fail(name);
    site.change(change);
    const compared = await scan('compared', [...baseline, '--fail-on', 'new=minor']);
    expectNotDecided(compared, reasons);
    if (alone !== null) expectNotDecided(await scan('alone', ['--fail-on', 'total=1000']), alone);
  });

  function expectNotDecided({ code, report }: Awaited<ReturnType<typeof scan>>, reasons: readonly string[]) {
    if (reasons.length === 0) {
      expect(code).toBe(3);
      return;
    }
    expect(report?.gate.reasons.map((reason) => reason.code)).toEqual(reasons);
    expect(code).toBe(reasons.includes('new') ? 1 : 5);
    expect(report?.comparison.fixed.findings).toEqual([]);
  }

  it('a site that shrank passes once its scan is the baseline', async () => {
    site.change(degradations['navigation broken']?.change ?? expect.fail());
    expect((await scan('shrunk', [...baseline, '--fail-on', 'new=minor'])).code).toBe(5);
    const { code, report } = await scan('later', ['--baseline', 'shrunk.json', '--fail-on', 'new=minor']);
    expect(report?.gate.reasons).toEqual([]);
    expect(code).toBe(0);
  });

  it('a user who gives a report with changed pages as a baseline is informed that this accepts them', async () => {
    site.change(degradations['error on one page']?.change ?? expect.fail());
    await scan('changed', [...baseline, '--fail-on', 'new=minor']);
    const { document } = await scan('later', ['--baseline', 'changed.json', '--fail-on', 'new=minor']);
    expect(document.notes).toContainEqual(
      expect.stringMatching(
        /changed too much to be compared: .+\/fares\. By using this report as the baseline, you accept them/,
      ),
    );
  });

  it.each(improved)('%s: passes', async (name) => {
    const { change, config } = improvements[name] ?? expect.fail(name);
    site.change(change);
    const { code, report } = await scan('improved', [...baseline, '--fail-on', 'new=minor'], config);
    expect(report?.gate.reasons).toEqual([]);
    expect(code).toBe(0);
  });
}
