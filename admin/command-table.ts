import type { Command } from './command.ts';

/** A flag of a command. */
export interface FlagSpec {
  name: string;
  /** The schema's member that it sets, where that is not the flag's own name. */
  member?: string;
  /** `boolean` flags take no value; `list` flags may be given several times. */
  type: 'string' | 'number' | 'boolean' | 'list';
  placeholder?: string;
  required?: boolean;
  help: string;
}

/** One command as the command line knows it. What carries it out is loaded only when it is called. */
export interface CommandSpec {
  noun: string;
  verb?: string;
  summary: string;
  /** An argument without a flag, and the schema's member that it sets. */
  positional?: { placeholder: string; member: string };
  flags: readonly FlagSpec[];
  example: string;
  load: () => Promise<{ run: Command }>;
}

const account: FlagSpec = {
  name: 'account',
  type: 'string',
  placeholder: 'ACCOUNT',
  required: true,
  help: 'id of the account, acct_…',
};
const days = (help: string): FlagSpec => ({
  name: 'expires-in-days',
  member: 'expiresInDays',
  type: 'number',
  placeholder: 'N',
  help,
});
const key = { placeholder: 'KEY', member: 'key' };
const name = (help: string): FlagSpec => ({
  name: 'name',
  type: 'string',
  placeholder: 'NAME',
  required: true,
  help,
});

/** Every command, in the order in which a new installation needs them. */
export const commands: readonly CommandSpec[] = [
  {
    noun: 'account',
    verb: 'create',
    summary: 'create an account, to which sites and keys belong',
    flags: [name('what people call the account')],
    example: 'account create --name "Example Ltd"',
    load: () => import('./commands/account-create.ts'),
  },
  {
    noun: 'account',
    verb: 'list',
    summary: 'list all accounts with their ids',
    flags: [],
    example: 'account list',
    load: () => import('./commands/account-list.ts'),
  },
  {
    noun: 'account',
    verb: 'delete',
    summary: 'delete an account for good: its keys end, its sites and their reports go',
    positional: { placeholder: 'ACCOUNT', member: 'account' },
    flags: [{ name: 'yes', type: 'boolean', help: 'do it; without it only what would go is said' }],
    example: 'account delete ACCOUNT --yes',
    load: () => import('./commands/account-delete.ts'),
  },
  {
    noun: 'site',
    verb: 'create',
    summary: 'create a site that can be scanned',
    flags: [
      account,
      name('what people call the site'),
      { name: 'url', type: 'string', placeholder: 'URL', required: true, help: 'start URL, http or https' },
      {
        name: 'page',
        member: 'pages',
        type: 'list',
        placeholder: 'PAGE',
        help: 'a further page: a path, or a URL on the same origin; may be repeated',
      },
      {
        name: 'origin',
        member: 'origins',
        type: 'list',
        placeholder: 'ORIGIN',
        help: 'a further origin on which the site may be scanned, also *.preview.example.com; may be repeated',
      },
    ],
    example:
      'site create --account ACCOUNT --name "Web shop" --url https://www.example.com/ --page /checkout',
    load: () => import('./commands/site-create.ts'),
  },
  {
    noun: 'site',
    verb: 'list',
    summary: 'list the sites of an account',
    flags: [account],
    example: 'site list --account ACCOUNT',
    load: () => import('./commands/site-list.ts'),
  },
  {
    noun: 'key',
    verb: 'create',
    summary: 'create an API key; its value is shown this once',
    flags: [
      account,
      name('what people call the key'),
      { name: 'description', type: 'string', placeholder: 'TEXT', help: 'what the key is for' },
      {
        name: 'role',
        type: 'string',
        placeholder: 'ROLE',
        required: true,
        help: 'viewer, scanner (the one for CI), manager or admin',
      },
      days('days until the key expires, 1 to 365 (default 90)'),
      {
        name: 'site',
        member: 'siteIds',
        type: 'list',
        placeholder: 'SITE',
        help: 'id of a site that the key is limited to, site_…; may be repeated (default: all sites)',
      },
    ],
    example: 'key create --account ACCOUNT --name "CI pipeline" --role scanner --expires-in-days 180',
    load: () => import('./commands/key-create.ts'),
  },
  {
    noun: 'key',
    verb: 'list',
    summary: 'list the keys of an account, without their values',
    flags: [account],
    example: 'key list --account ACCOUNT',
    load: () => import('./commands/key-list.ts'),
  },
  {
    noun: 'key',
    verb: 'rotate',
    summary: 'give a key a new value, shown this once; the old one keeps working for a while',
    positional: key,
    flags: [
      {
        name: 'grace-hours',
        member: 'graceHours',
        type: 'number',
        placeholder: 'N',
        help: 'hours that the old value keeps working, 1 to 168 (default 24), never beyond its own expiry',
      },
      { name: 'no-grace', member: 'noGrace', type: 'boolean', help: 'the old value stops working at once' },
      {
        name: 'end-previous',
        member: 'endPrevious',
        type: 'boolean',
        help: 'end the value before the old one now, if it still works from an earlier rotation',
      },
      days('days until the new value expires, 1 to 365 (default: as many as the key was created with)'),
    ],
    example: 'key rotate KEY --grace-hours 48',
    load: () => import('./commands/key-rotate.ts'),
  },
  {
    noun: 'key',
    verb: 'revoke',
    summary: 'revoke a key for good; it fails from the next call on',
    positional: key,
    flags: [],
    example: 'key revoke KEY',
    load: () => import('./commands/key-revoke.ts'),
  },
  {
    noun: 'usage',
    summary: 'show what a key did, day by day',
    flags: [
      { name: 'key', type: 'string', placeholder: 'KEY', required: true, help: 'id of the key, apikey_…' },
    ],
    example: 'usage --key KEY',
    load: () => import('./commands/usage.ts'),
  },
  {
    noun: 'audit',
    summary: 'show who did what in an account, newest first',
    flags: [
      account,
      {
        name: 'since',
        type: 'string',
        placeholder: 'TIME',
        help: 'only from this time on: 2026-11-21, or with a time and zone',
      },
      { name: 'limit', type: 'number', placeholder: 'N', help: 'at most so many entries (default 50)' },
    ],
    example: 'audit --account ACCOUNT --since 2026-11-01 --limit 20',
    load: () => import('./commands/audit.ts'),
  },
];

/** Flags that every command takes. */
export const commonFlags: readonly FlagSpec[] = [
  {
    name: 'stack',
    type: 'string',
    placeholder: 'NAME',
    help: 'a deployed stack, e.g. A11yScan-prod; AWS credentials and region come from the environment',
  },
  {
    name: 'data',
    type: 'string',
    placeholder: 'DIR',
    help: 'the data folder of a runtime on this machine (default .local); not together with --stack',
  },
  { name: 'json', type: 'boolean', help: 'answer in JSON' },
  { name: 'help', type: 'boolean', help: 'show this help' },
];

/** A command's name as it is typed: `key create`. */
export function nameOf({ noun, verb }: CommandSpec): string {
  return verb === undefined ? noun : `${noun} ${verb}`;
}
