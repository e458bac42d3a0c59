import { describe, expect, test } from 'vitest';
import { CliError } from '../../../../cli/errors.ts';
import { exitCodes } from '../../../../cli/exit-codes.ts';
import { commands } from '../../../../cli/program/commands.ts';
import { type CommandLine, parseCommandLine } from '../../../../cli/program/parse-command-line.ts';
import { commandFlags, globalFlags } from '../../../../cli/settings/flags.ts';
import { resolveSettings } from '../../../../cli/settings/resolve-settings.ts';
import { createSecret, formatApiKey } from '../../../../core/access/api-key.ts';
import { fakeHost } from '../../../support/cli-host.ts';

const key = formatApiKey({ keyId: 'apikey_01jd3k5m7n9p1q3r5s7t9v1w3x', secret: createSecret() });
const parse = (...argv: string[]): CommandLine => parseCommandLine(argv, { version: '1.2.3', columns: 80 });

function refusal(...argv: string[]): string {
  try {
    parse(...argv);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    expect(error.exitStatus).toBe('usage');
    return [error.message, error.hint].join('\n');
  }
  throw new Error('nothing was refused');
}

function helpOf(...argv: string[]): string {
  const line = parse(...argv);
  if (line.kind !== 'text') throw new Error('that is no help');
  expect(line.isError).toBe(false);
  return line.text;
}

describe('the command line', () => {
  test('passes global flags, arguments and flags to a command', () => {
    expect(
      parse(
        '--json',
        'local',
        'http://a.test/',
        '--rules',
        'rgaa',
        '--rules=act',
        'http://b.test/',
        '--no-color',
      ),
    ).toEqual({
      kind: 'command',
      command: 'local',
      operands: ['http://a.test/', 'http://b.test/'],
      flags: { json: true, rules: ['rgaa', 'act'], color: false, annotations: true },
    });
    expect(parse('trigger', '--no-config')).toMatchObject({ flags: { config: false } });
    expect(parse('trigger', '--config', 'x.json', '--no-annotations')).toMatchObject({
      flags: { config: 'x.json', annotations: false },
    });
  });

  test.each<[string, string[], string]>([
    ['an unknown command', ['triger'], 'There is no command triger; did you mean trigger?'],
    [
      'a command that resembles no other',
      ['frobnicate'],
      'There is no command frobnicate; use one of trigger, local,',
    ],
    ['help on an unknown command', ['help', 'locl'], 'There is no command locl; did you mean local?'],
    ['a URL instead of a command', ['https://www.example.com/'], 'a11y-scan local <url>'],
    [
      'an unknown flag',
      ['trigger', '--sit', 'x'],
      'a11y-scan trigger has no flag --sit; did you mean --site?',
    ],
    ['a flag of another command', ['sites', '--rules', 'x'], 'a11y-scan sites has no flag --rules.'],
    ['an unknown flag alone', ['--jsn'], 'There is no flag --jsn; did you mean --json?'],
    ['a flag without its value', ['trigger', '--site'], '--site needs a value: --site <id|url>.'],
    [
      'a flag instead of a value',
      ['trigger', '--site', '--rules'],
      '--site needs a value, but the flag --rules follows it.',
    ],
    ['an empty value', ['trigger', '--site', ''], '--site needs a value, but an empty value follows it.'],
    ['a flag given twice', ['trigger', '--site', 'a', '--site=b'], '--site is given twice.'],
    ['a missing argument', ['local'], 'a11y-scan local needs <url>.'],
    [
      'one argument too many',
      ['report', 'scan_a', 'scan_b'],
      'a11y-scan report takes one argument; there are more.',
    ],
    [
      'an argument for a command without arguments',
      ['sites', 'x'],
      'a11y-scan sites takes no arguments; there are more.',
    ],
  ])('is rejected with a valid value: %s', (_, argv, message) => {
    expect(refusal(...argv)).toContain(message);
  });

  test.each([
    [['trigger', '--api-key', 'hunter2hunter2']],
    [['--api-key=hunter2hunter2', 'trigger']],
    [['trigger', '--key=hunter2hunter2']],
    [['trigger', '--token', 'hunter2hunter2']],
    [['trigger', '-key', 'hunter2hunter2']],
    [['sites', `-k${key}`]],
    [['sites', key]],
    [['report', key]],
    [['trigger', '--site', key]],
    [['trigger', '--branch', `x${key}y`]],
    [[key]],
  ])('never repeats a key, and says where keys belong: %#', (argv) => {
    const text = refusal(...argv);
    expect(text).not.toContain('hunter2');
    expect(text).not.toContain(key.slice(9));
    expect(text).toContain('A11Y_SCAN_API_KEY');
  });

  test('without a command lists the commands, as an error', () => {
    expect(parse()).toMatchObject({
      kind: 'text',
      isError: true,
      text: expect.stringContaining('Commands:'),
    });
  });

  test('prints the version', () => {
    expect(parse('--version')).toEqual({ kind: 'text', text: '1.2.3\n', isError: false });
  });
});

describe('help', () => {
  const names = Object.keys(commands) as (keyof typeof commands)[];
  const shown = names.filter((name) => !commands[name].hidden);

  test('of the program lists every command except the hidden one, and every exit code', () => {
    const text = helpOf('--help');
    for (const name of shown) expect(text).toMatch(new RegExp(`^  ${name} +[a-z]`, 'm'));
    expect(text).not.toContain('github-action');
    for (const { code } of Object.values(exitCodes))
      expect(text).toMatch(new RegExp(`^  ${code} +[A-Z]`, 'm'));
    expect(text).toContain('A11Y_SCAN_API_KEY');
  });

  test.each(shown)(
    'of %s lists its flags, examples and exit codes within the width of the terminal',
    (name) => {
      const text = helpOf(name, '--help');
      expect(helpOf('help', name)).toBe(text);
      for (const { flags } of [...commandFlags[name], ...globalFlags]) expect(text).toContain(`  ${flags}`);
      expect(text).toContain('Exit codes:\n');
      const examples = commands[name].examples.map(([, line]) => line);
      expect(examples.length).toBeGreaterThan(0);
      for (const example of examples) expect(text).toContain(`    ${example}\n`);
      const lines = text.split('\n').filter((line) => !examples.includes(line.trim()));
      expect(lines.filter((line) => line.length > 80)).toEqual([]);
    },
  );

  test.each(shown.flatMap((name) => commands[name].examples.map(([, line]) => [line])))(
    'shows valid command lines: %s',
    (line) => {
      const parsed = parse(...line.split(' ').slice(1));
      if (parsed.kind !== 'command') throw new Error('that is no command');
      const { host } = fakeHost({ env: {}, cwd: import.meta.dirname });
      expect(
        resolveSettings(parsed.command, parsed.flags, host).settings.config.rules.length,
      ).toBeGreaterThan(0);
    },
  );
});
