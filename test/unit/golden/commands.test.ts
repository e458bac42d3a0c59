import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { commands as adminCommands, getCommandName } from '../../../admin/command-table.ts';
import { runAdmin } from '../../../admin/run-admin.ts';
import { run } from '../../../cli/run.ts';
import { readVersion } from '../../../cli/version.ts';
import { fakeHost } from '../../support/cli-host.ts';

const folder = mkdtempSync(join(tmpdir(), 'golden-commands-'));
writeFileSync(join(folder, 'wrong.json'), '{"rules": ["wcag-aa",], "site": 3}');
writeFileSync(join(folder, 'unknown.json'), '{"rulez": ["wcag-aa"]}');
afterAll(() => rmSync(folder, { recursive: true }));

const commandNames = ['', 'trigger', 'report', 'local', 'sites', 'rule-sets', 'init', 'github-action'];

/** Invalid command lines, or command lines that end before a request to a server. */
const wrong = [
  [],
  ['scan'],
  ['triger'],
  ['trigger', '--sit', 'x'],
  ['trigger'],
  ['trigger', '--api-url', 'ftp://example.com'],
  ['trigger', '--rules', 'wcag-zz'],
  ['trigger', '--config', 'absent.json'],
  ['trigger', '--config', 'wrong.json'],
  ['trigger', '--config', 'unknown.json'],
  ['local'],
  ['local', 'not a url'],
  ['local', 'http://127.0.0.1:1/', '--fail-on', 'new=urgent'],
  ['local', 'http://127.0.0.1:1/', '--max-pages', '0'],
  ['local', 'http://127.0.0.1:1/', '--output', 'pdf=a.pdf'],
  ['report'],
  ['report', 'scan_zz'],
  ['trigger', '--json'],
];

async function ran(args: readonly string[]): Promise<string> {
  const { host, stdout, stderr } = fakeHost({ env: {}, cwd: folder });
  const code = await run(args, host);
  return shown(`a11y-scan ${args.join(' ')}`.trimEnd(), code, stdout(), stderr());
}

function shown(line: string, code: number, out: string, err: string): string {
  const streams = [out === '' ? '' : `${out}`, err === '' ? '' : `[standard error]\n${err}`].join('');
  const text = streams.replaceAll(folder, '<folder>').replaceAll(readVersion(), '<version>');
  return `$ ${line}\n${text}[exit code ${code}]\n`;
}

it('prints the same help', async () => {
  const texts: string[] = [];
  for (const name of commandNames) texts.push(await ran(name === '' ? ['--help'] : [name, '--help']));

  await expect(texts.join('\n')).toMatchFileSnapshot('files/help.txt');
});

it('prints the same errors', async () => {
  const texts: string[] = [];
  for (const args of wrong) texts.push(await ran(args));

  await expect(texts.join('\n')).toMatchFileSnapshot('files/usage-errors.txt');
});

it('prints the same help for the administrator', async () => {
  const texts: string[] = [];
  for (const args of [
    ['--help'],
    ...adminCommands.map((spec) => [...getCommandName(spec).split(' '), '--help']),
  ]) {
    const { code, out, err } = await runAdmin(args);
    texts.push(shown(`npm run admin -- ${args.join(' ')}`, code, out, err));
  }

  await expect(texts.join('\n')).toMatchFileSnapshot('files/admin-help.txt');
});
