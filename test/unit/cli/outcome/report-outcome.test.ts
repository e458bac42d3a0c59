import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CliError } from '../../../../cli/errors.ts';
import type { Outcome } from '../../../../cli/outcome/outcome.ts';
import { prepareOutputs } from '../../../../cli/outcome/outputs.ts';
import { reportOutcome } from '../../../../cli/outcome/report-outcome.ts';
import { detectPipeline } from '../../../../cli/pipeline/detect.ts';
import type { Settings } from '../../../../cli/settings/settings.ts';
import type { GateResult } from '../../../../core/gate/gate.ts';
import { reportFormatNames } from '../../../../core/reports/report-formats.ts';
import { report } from '../../formats/report.ts';
import { contextIn, outcomeOf, pipeline } from './outcome.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'a11y-scan-conclude-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Ends an invocation with an outcome; returns its output and its exit code. */
async function concluded(outcome: Outcome, given: Partial<Settings> = {}) {
  const { context, host, stdout, stderr } = contextIn(folder, given);
  const ending = await reportOutcome(context, outcome, await prepareOutputs(context.settings.outputs, host));
  return { ending, stdout: stdout(), stderr: stderr() };
}

const gated = (result: GateResult | null) =>
  outcomeOf(report({ overrides: ({ gate }) => ({ gate: { ...gate, result } }) }));

describe('the end of a scan', () => {
  it.each<[GateResult | null, string]>([
    ['passed', 'passed'],
    ['failed', 'failed'],
    ['inconclusive', 'inconclusive'],
    [null, 'passed'],
  ])('with a gate that is %s is %s', async (result, ending) => {
    expect(await concluded(gated(result))).toMatchObject({ ending, stderr: '' });
  });

  it.each<Partial<Outcome>>([
    { status: 'failed', reason: 'Planning failed.' },
    { status: 'cancelled', reason: 'Somebody cancelled it.' },
    { status: 'failed', reason: 'Planning failed.', report: null },
    { report: null },
  ])('does not mention the site if the scan has no report: %j', async (given) => {
    expect((await concluded({ ...gated('failed'), ...given })).ending).toBe('service');
  });

  it('writes every format and prints the paths', async () => {
    const outputs = reportFormatNames.map((format) => ({ format, path: `out/${format}` }));
    const { ending, stdout } = await concluded(outcomeOf(), { outputs });
    expect(ending).toBe('failed');
    expect(readdirSync(join(folder, 'out')).sort()).toEqual(reportFormatNames.toSorted());
    for (const { format, path } of outputs) {
      expect(readFileSync(join(folder, path), 'utf8').length).toBeGreaterThan(100);
      expect(stdout).toContain(`Written: ${path} (${format})\n`);
    }
  });

  it('prints the summary and writes the other files if one output fails, and ends with a usage error', async () => {
    const { ending, stdout, stderr } = await concluded(gated('failed'), {
      outputs: [
        { format: 'html', path: '/dev/full' },
        { format: 'csv', path: 'out.csv' },
      ],
    });
    expect(ending).toBe('usage');
    expect(stdout).toContain('Gate failed');
    expect(stdout).toContain('Written: out.csv (csv)');
    expect(stdout).not.toContain('Written: /dev/full');
    expect(stderr).toBe(
      'Error: Cannot write /dev/full: no space left on the device.\nFree some space, or use a path on another file system.\n',
    );
  });

  it('ends with an error of the service if the service does not return a format', async () => {
    const outcome = outcomeOf(undefined, {
      // biome-ignore lint/correctness/useYield: it yields nothing
      renderReport: async function* () {
        throw new CliError('service', 'connection-refused', 'The service does not answer.');
      },
    });
    const { ending } = await concluded(outcome, { outputs: [{ format: 'html', path: 'out.html' }] });
    expect(ending).toBe('service');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('does not change outputs if there is no report, and says so', async () => {
    const { ending, stderr } = await concluded(outcomeOf(null, { status: 'failed', reason: 'x' }), {
      outputs: [{ format: 'html', path: 'out.html' }],
    });
    expect(ending).toBe('service');
    expect(stderr).toBe('No output was written, because there is no report.\n');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('prints annotations in GitHub Actions unless they are switched off', async () => {
    const github = { pipeline: pipeline('github') };
    expect((await concluded(outcomeOf(), github)).stdout).toMatch(/^::error title=Critical/m);
    expect((await concluded(outcomeOf(), { ...github, annotations: false })).stdout).not.toMatch(/^::/m);
  });
});

describe('under --quiet', () => {
  it('prints the decision of the gate with its reasons, and nothing else of the scan', async () => {
    const outputs = [{ format: 'csv', path: 'out.csv' }] as const;
    const { stdout, stderr } = await concluded(outcomeOf(), { quiet: true, outputs: [...outputs] });
    expect(stdout.split('\n')).toEqual([
      'Gate failed: Fern & Furrow, https://shop.example/',
      '- 2 new or regressed violations of impact serious or above; none allowed.',
      '',
    ]);
    expect(stderr).toBe('');
  });

  it('prints the annotations that a CI shows next to the source', async () => {
    const github = { quiet: true, pipeline: detectPipeline({ GITHUB_ACTIONS: 'true' }) };
    expect((await concluded(outcomeOf(), github)).stdout).toMatch(/^::error title=Critical.*\n/);
    const { stdout } = await concluded(outcomeOf(), { ...github, annotations: false });
    expect(stdout).toMatch(/^Gate failed/);
  });

  it('prints in one line that the gate passed, and how a scan without a report ended', async () => {
    const made = report();
    const gate = { ...made.gate, result: 'passed' as const, reasons: [] };
    const passed = await concluded(outcomeOf({ ...made, gate }), { quiet: true });
    expect(passed.stdout).toBe('Gate passed: Fern & Furrow, https://shop.example/\n');
    const none = outcomeOf(null, { status: 'cancelled', reason: 'By apikey_1.' });
    const { stdout } = await concluded(none, { quiet: true });
    expect(stdout).toBe('Scan cancelled: By apikey_1.\n');
  });

  it('reports an output that could not be written', async () => {
    const outputs = [{ format: 'csv' as const, path: '/dev/full' }];
    const { ending, stderr } = await concluded(gated('passed'), { quiet: true, outputs });
    expect(ending).toBe('usage');
    expect(stderr).toContain('Cannot write /dev/full');
  });
});

describe('the document of --json', () => {
  it('is all of standard output, and has the gate, numbers, comparison and outputs', async () => {
    const made = report();
    const { ending, stdout, stderr } = await concluded(outcomeOf(made, { notes: ['A note.'] }), {
      json: true,
      pipeline: pipeline('github'),
      outputs: [{ format: 'csv', path: 'out.csv' }],
    });
    expect(ending).toBe('failed');
    expect(JSON.parse(stdout)).toEqual({
      ending: 'failed',
      exitCode: 1,
      scan: {
        id: 'scan_01arz3ndektsv4rrffq69g5fav',
        siteId: 'site_01arz3ndektsv4rrffq69g5fav',
        status: 'completed',
        reason: null,
      },
      gate: made.gate,
      summary: made.summary,
      comparison: made.comparison,
      outputs: [{ format: 'csv', path: 'out.csv' }],
      notes: ['A note.'],
      warnings: [],
    });
    expect(stderr).toContain('Gate failed');
    expect(stderr).toMatch(/^::error /m);
  });

  it('has the available members of a scan without a report', async () => {
    const { stdout } = await concluded(outcomeOf(null, { status: 'cancelled', reason: 'By apikey_1.' }), {
      json: true,
      quiet: true,
      outputs: [{ format: 'csv', path: 'out.csv' }],
    });
    expect(JSON.parse(stdout)).toEqual({
      ending: 'service',
      exitCode: 3,
      scan: {
        id: 'scan_01arz3ndektsv4rrffq69g5fav',
        siteId: 'site_01arz3ndektsv4rrffq69g5fav',
        status: 'cancelled',
        reason: 'By apikey_1.',
      },
      gate: null,
      summary: null,
      comparison: null,
      outputs: [],
      notes: [],
      warnings: ['No output was written, because there is no report.'],
    });
  });

  it('names the output that could not be written', async () => {
    const { stdout } = await concluded(gated('passed'), {
      json: true,
      outputs: [{ format: 'csv', path: '/dev/full' }],
    });
    const error = {
      code: 'output-unwritable',
      message: 'Cannot write /dev/full: no space left on the device.',
      hint: 'Free some space, or use a path on another file system.',
    };
    expect(JSON.parse(stdout)).toMatchObject({
      ending: 'usage',
      exitCode: 2,
      error,
      outputs: [{ format: 'csv', path: '/dev/full', error }],
    });
  });
});
