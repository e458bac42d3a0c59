import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runGithubAction } from '../../../../cli/commands/github-action.ts';
import { runLocal } from '../../../../cli/commands/local.ts';
import { exitCodes } from '../../../../cli/exit-codes.ts';
import type { Context } from '../../../../cli/host.ts';
import { parseCommandLine } from '../../../../cli/program/parse-command-line.ts';
import { resolveSettings } from '../../../../cli/settings/resolve-settings.ts';
import { openTerminal } from '../../../../cli/terminal/open-terminal.ts';
import { fakeHost } from '../../../support/cli-host.ts';
import { type FakePage, FakeScanner } from '../local/fake-scanner.ts';

const PREVIEW = 'http://site.test/';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'on-fork-local-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/**
 * Runs the step on a pull request from a fork with `on-fork: local`, in a repository with this gate, over fake pages.
 */
async function onFork(failOn: object, page: FakePage) {
  const config = { rules: ['wcag-aa'], crawl: 'none', robots: 'ignore', failOn };
  const event = { pull_request: { number: 7, head: { repo: { full_name: 'mallory/shop' } } } };
  writeFileSync(join(folder, 'a11y-scan.config.json'), JSON.stringify({ config }));
  writeFileSync(join(folder, 'event.json'), JSON.stringify(event));
  const env = {
    GITHUB_ACTIONS: 'true',
    GITHUB_EVENT_NAME: 'pull_request',
    GITHUB_EVENT_PATH: join(folder, 'event.json'),
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_STEP_SUMMARY: join(folder, 'summary'),
    RUNNER_TEMP: folder,
    A11Y_SCAN_ON_FORK: 'local',
    A11Y_SCAN_URLS: PREVIEW,
    A11Y_SCAN_FAIL_ON: 'new=serious',
  };
  const { host, stdout } = fakeHost({ env, cwd: folder });
  const documents: unknown[] = [];
  const ending = await runGithubAction({ host } as Context, {
    run: async (argv, given) => {
      const inner = { ...given, onResult: (document: unknown) => documents.push(document) };
      const line = parseCommandLine(argv, { version: '0', columns: 100 });
      if (line.kind !== 'command' || line.command !== 'local') return expect.fail('no local scan');
      const { settings } = resolveSettings(line.command, line.flags, inner);
      const manner = { json: false, quiet: false, color: null, resultTarget: 'stdout' } as const;
      const context = { host: inner, settings, terminal: openTerminal(inner, manner) };
      const operands = { urls: line.operands, allowOrigins: [] };
      const { scanChunk } = new FakeScanner({ [PREVIEW]: page });
      const resolve = async () => [{ address: '10.0.0.1', family: 4 as const }];
      return exitCodes[await runLocal(context, operands, { scanChunk, resolve })].code;
    },
  });
  return { ending, stdout: stdout().replaceAll(/\s+/g, ' '), document: documents[0] };
}

test('passes a page without violations by the gate that init wrote for the service, and notes which thresholds it changed', async () => {
  const { ending, stdout, document } = await onFork({ new: 'serious' }, {});
  expect(ending).toBe('passed');
  expect(stdout).toContain('Note: The gate of a11y-scan.config.json is new=serious. Without --baseline');
  expect(document).toMatchObject({
    gate: { result: 'passed', reasons: [] },
    notes: [expect.stringContaining('so this scan fails on any=serious instead.')],
  });
  expect(readFileSync(join(folder, 'summary'), 'utf8')).toContain('## Accessibility: the gate passed');
});

test('fails on a page with a violation of this impact', async () => {
  const { ending, document } = await onFork({ new: 'serious' }, { faults: ['logo'] });
  expect(ending).toBe('failed');
  expect(document).toMatchObject({ gate: { reasons: [{ code: 'any', count: 1 }] } });
});

test('applies a gate that needs no baseline, without a note', async () => {
  const { ending, stdout, document } = await onFork({ any: 'critical' }, {});
  expect(ending).toBe('passed');
  expect(stdout).not.toContain('Note:');
  expect(document).toMatchObject({ notes: [] });
});
