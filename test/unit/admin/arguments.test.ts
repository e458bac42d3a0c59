import { describe, expect, test } from 'vitest';
import { readCommandLine } from '../../../admin/arguments.ts';
import { commands, nameOf } from '../../../admin/command-table.ts';
import { UsageError } from '../../../admin/errors.ts';
import { helpText } from '../../../admin/help.ts';

const account = 'acct_0123456789abcdefghjkmnpqrs';

describe('the command line', () => {
  test('gives each flag to the member of the schema that it sets', () => {
    const line = readCommandLine([
      ...['key', 'create', '--account', account, '--name', 'CI', '--role=scanner', '--expires-in-days', '30'],
      ...['--site', 'site_a', '--site', 'site_b', '--json', '--stack', 'S'],
    ]);
    expect(line).toMatchObject({ json: true, stack: 'S', help: false });
    expect(line.members).toEqual({
      account,
      name: 'CI',
      role: 'scanner',
      expiresInDays: 30,
      siteIds: ['site_a', 'site_b'],
    });
  });

  test('takes the id of a key without a flag, before or after the flags', () => {
    expect(readCommandLine(['key', 'rotate', 'apikey_x', '--no-grace']).members).toEqual({
      key: 'apikey_x',
      noGrace: true,
    });
    expect(readCommandLine(['key', 'rotate', '--grace-hours', '2', 'apikey_x']).members).toEqual({
      key: 'apikey_x',
      graceHours: 2,
    });
  });

  test('takes a value that begins with dashes when it is joined to its flag', () => {
    expect(readCommandLine(['account', 'create', '--name=--odd--']).members).toEqual({ name: '--odd--' });
  });

  test.each([
    ['an unknown noun', ['keys'], 'there is no command keys; did you mean key?'],
    [
      'an unknown verb',
      ['key', 'delete'],
      'there is no command key delete; there are create, list, rotate, revoke',
    ],
    ['a noun alone', ['site'], 'site what? site create, site list'],
    ['flags alone', ['--json'], 'a command comes first'],
    [
      'an unknown flag',
      ['key', 'list', '--acount', account],
      'key list has no flag --acount; did you mean --account?',
    ],
    ['a flag without its value', ['account', 'create', '--name'], '--name needs a value'],
    ['a flag in the place of a value', ['account', 'create', '--name', '--json'], '--name needs a value'],
    ['a flag given twice', ['account', 'create', '--name', 'a', '--name', 'b'], '--name is given twice'],
    ['a missing flag', ['site', 'create', '--account', account], 'site create needs --name NAME'],
    [
      'a value for a flag that takes none',
      ['account', 'create', '--name', 'a', '--json=yes'],
      '--json takes no value',
    ],
    ['a missing key', ['key', 'revoke'], 'key revoke needs KEY'],
    ['two keys', ['key', 'revoke', 'apikey_a', 'apikey_b'], 'takes only one KEY'],
    ['an unquoted name', ['account', 'create', '--name', 'Example', 'Ltd'], 'Ltd is one too many'],
    [
      'two places',
      ['site', 'list', '--account', account, '--stack', 'S', '--data', 'D'],
      '--stack and --data exclude',
    ],
  ])('refuses %s and says what would be right', (_, argv, message) => {
    expect(() => readCommandLine(argv)).toThrow(UsageError);
    expect(() => readCommandLine(argv)).toThrow(message);
  });
});

describe('help', () => {
  test('names every command, and its examples are command lines that are understood', () => {
    const text = helpText(readCommandLine([]).specs);
    for (const spec of commands) {
      expect(text).toContain(nameOf(spec));
      const words = [...spec.example.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '');
      expect(readCommandLine(words).specs).toEqual([spec]);
    }
  });

  test.each([[['help']], [['--help']], [['-h']]])('of everything is had by %j', (argv) => {
    expect(readCommandLine(argv)).toMatchObject({ help: true, specs: commands });
  });

  test.each([[['key', 'rotate', '--help']], [['help', 'key', 'rotate']]])(
    'of one command is had by %j',
    (argv) => {
      const { help, specs } = readCommandLine(argv);
      expect(help).toBe(true);
      const text = helpText(specs);
      expect(text).toContain('npm run admin -- key rotate KEY');
      expect(text).toContain('--grace-hours N');
      expect(text).not.toContain('--role');
    },
  );
});
