import { describe, expect, test } from 'vitest';
import { commands, getCommandName } from '../../../admin/command-table.ts';
import { UsageError } from '../../../admin/errors.ts';
import { parseCommandLine } from '../../../admin/parse-command-line.ts';

const ACCOUNT = 'acct_0123456789abcdefghjkmnpqrs';

function commandOf(argv: readonly string[]) {
  const line = parseCommandLine(argv, 200);
  if (line.kind === 'text') throw new Error(`no command, but: ${line.text}`);
  return line;
}

function textOf(argv: readonly string[]) {
  const line = parseCommandLine(argv, 200);
  if (line.kind === 'command') throw new Error(`no text, but ${getCommandName(line.spec)}`);
  return line;
}

describe('the command line', () => {
  test('maps each flag to the member of the schema that it sets', () => {
    const line = commandOf([
      ...['key', 'create', '--account', ACCOUNT, '--name', 'CI', '--role=scanner', '--expires-in-days', '30'],
      ...['--site', 'site_a', '--site', 'site_b', '--json', '--stack', 'S'],
    ]);
    expect(line).toMatchObject({ json: true, stack: 'S' });
    expect(line.members).toEqual({
      account: ACCOUNT,
      name: 'CI',
      role: 'scanner',
      expiresInDays: 30,
      siteIds: ['site_a', 'site_b'],
    });
  });

  test('accepts the id of a key without a flag, before or after the flags', () => {
    expect(commandOf(['key', 'rotate', 'apikey_x', '--no-grace']).members).toEqual({
      key: 'apikey_x',
      grace: false,
    });
    expect(commandOf(['key', 'rotate', '--grace-hours', '2', 'apikey_x']).members).toEqual({
      key: 'apikey_x',
      grace: true,
      graceHours: 2,
    });
  });

  test('accepts a value that begins with dashes if it is joined to its flag', () => {
    expect(commandOf(['account', 'create', '--name=--odd--']).members).toEqual({ name: '--odd--' });
    expect(commandOf(['account', 'create', '--name=--json']).members).toEqual({ name: '--json' });
    expect(commandOf(['account', 'create', '--name=--json', '--json'])).toMatchObject({
      json: true,
      members: { name: '--json' },
    });
  });

  const keyCreate = ['key', 'create', '--account', ACCOUNT, '--name', 'CI', '--role', 'viewer'];
  test.each([[['--description', '']], [['--description=']]])('accepts an empty value: %j', (flags) => {
    expect(commandOf([...keyCreate, ...flags]).members).toMatchObject({ description: '' });
  });

  test('accepts a value that begins with one dash', () => {
    expect(commandOf([...keyCreate, '--description', '-5 degrees']).members).toMatchObject({
      description: '-5 degrees',
    });
  });

  test.each([
    ['an unknown noun', ['keys'], 'There is no command keys; did you mean key?'],
    [
      'an unknown verb',
      ['key', 'delete'],
      'There is no command key delete; use one of create, list, rotate, revoke.',
    ],
    [
      'an unknown flag',
      ['key', 'list', '--acount', ACCOUNT],
      'key list has no flag --acount; did you mean --account?',
    ],
    ['a flag without its value', ['account', 'create', '--name'], '--name needs a value'],
    ['an empty name of a stack', ['account', 'list', '--stack', ''], '--stack needs a value'],
    ['an empty data folder', ['account', 'list', '--data='], '--data needs a value'],
    ['a flag instead of a value', ['account', 'create', '--name', '--json'], '--name needs a value'],
    [
      'a flag instead of a value, before another word',
      ['account', 'create', '--name', '--json', 'Example'],
      '--name needs a value: --name <name>. Join a value that begins with dashes to its flag: --name=--text',
    ],
    ['an unknown flag instead of a value', ['account', 'create', '--name', '--x'], '--name needs a value'],
    ['a switch given twice', ['account', 'delete', ACCOUNT, '--yes', '--yes'], '--yes is given twice'],
    ['a common switch given twice', ['account', 'list', '--json', '--json'], '--json is given twice'],
    ['a flag given twice', ['account', 'create', '--name', 'a', '--name', 'b'], '--name is given twice'],
    [
      'a missing flag',
      ['site', 'create', '--account', ACCOUNT],
      'site create needs --name <name>: display name of the site',
    ],
    [
      'a value for a flag that takes none',
      ['account', 'create', '--name', 'a', '--json=yes'],
      '--json takes no value',
    ],
    ['a missing key', ['key', 'revoke'], 'key revoke needs <key>.'],
    ['two keys', ['key', 'revoke', 'apikey_a', 'apikey_b'], 'key revoke takes one argument; there are more.'],
    [
      'an unquoted name',
      ['account', 'create', '--name', 'Example', 'Ltd'],
      'account create takes no arguments; there are more. Quote values with spaces.',
    ],
    [
      'two targets',
      ['site', 'list', '--account', ACCOUNT, '--stack', 'S', '--data', 'D'],
      '--stack and --data exclude',
    ],
    [
      'an invalid number',
      ['key', 'rotate', 'apikey_x', '--grace-hours', '2h'],
      'must be a whole number, not 2h',
    ],
  ])('rejects %s and states what is valid', (_, argv, message) => {
    expect(() => parseCommandLine(argv, 200)).toThrow(UsageError);
    expect(() => parseCommandLine(argv, 200)).toThrow(message);
  });

  test.each([
    ['a noun alone', ['site'], ['create  create a site', 'list    list the sites'], 'key rotate'],
    ['flags alone', ['--json'], commands.map(getCommandName), '--end-previous'],
  ])('lists the commands, as an error, for %s', (_, argv, shown, hidden) => {
    const { text, isError } = textOf(argv);
    expect(isError).toBe(true);
    for (const each of shown) expect(text).toContain(each);
    expect(text).not.toContain(hidden);
  });
});

describe('help', () => {
  test('names every command, and its examples are valid command lines', () => {
    const { text } = textOf([]);
    for (const spec of commands) {
      expect(text).toContain(`  ${getCommandName(spec)} `);
      expect(text).toContain(`  npm run admin -- ${spec.example}\n`);
      const words = [...spec.example.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '');
      expect(commandOf(words).spec).toBe(spec);
    }
  });

  test.each([[['help']], [['--help']], [['-h']], [[]]])('is shown for everything with %j', (argv) => {
    expect(textOf(argv)).toEqual({ kind: 'text', text: textOf(['--help']).text, isError: false });
  });

  test.each([[['key', 'rotate', '--help']], [['help', 'key', 'rotate']]])(
    'is shown for one command with %j',
    (argv) => {
      const { text, isError } = textOf(argv);
      expect(isError).toBe(false);
      expect(text).toContain('Usage: npm run admin -- key rotate <key> [flags]');
      expect(text).toContain('npm run admin -- key rotate KEY');
      expect(text).toContain('--grace-hours <n>');
      expect(text).not.toContain('--role');
    },
  );
});
