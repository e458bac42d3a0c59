import type { FlagSpec } from '../cli/command-line/flags.ts';
import {
  KEY_DAYS_DEFAULT,
  KEY_DAYS_MAX,
  ROTATION_GRACE_HOURS_DEFAULT,
  ROTATION_GRACE_HOURS_MAX,
} from '../core/access/key-limits.ts';
import { roleNames } from '../core/access/roles.ts';
import { memberRoles } from '../core/people/membership.ts';
import type { Command } from './command.ts';

/** A flag of a command. */
export interface AdminFlag extends FlagSpec {
  /** The schema member that the flag sets, if it is not the flag's name in camel case. */
  member?: string;
  /** True if the value is a whole number. */
  isNumber?: true;
  isRequired?: true;
}

/** A command. Its implementation is loaded only when it is called. */
export interface CommandSpec {
  noun: string;
  verb?: string;
  summary: string;
  /** An argument without a flag. Its name is the schema member. */
  argument?: { name: string; meaning: string };
  flags: readonly AdminFlag[];
  example: string;
  load: () => Promise<{ run: Command }>;
}

const value = (flags: string, meaning: string): AdminFlag => ({ flags, kind: 'value', meaning });
const required = (flags: string, meaning: string): AdminFlag => ({
  ...value(flags, meaning),
  isRequired: true,
});
const number = (flags: string, meaning: string): AdminFlag => ({ ...value(flags, meaning), isNumber: true });
const values = (flags: string, member: string, meaning: string): AdminFlag => ({
  flags,
  kind: 'values',
  member,
  meaning,
});
const switched = (flags: string, meaning: string): AdminFlag => ({ flags, kind: 'switch', meaning });

const account = required('--account <account>', 'id of the account, acct_…');
const key = { name: 'key', meaning: 'id of the key, apikey_…' };

/** Every command, in the order in which a new installation needs them. */
export const commands: readonly CommandSpec[] = [
  {
    noun: 'account',
    verb: 'create',
    summary: 'create an account, to which sites and keys belong',
    flags: [required('--name <name>', 'display name of the account')],
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
    summary: 'delete an account permanently: revoke its keys, delete its sites and their reports',
    argument: { name: 'account', meaning: 'id of the account, acct_…' },
    flags: [switched('--yes', 'delete; without this flag, only show what would be deleted')],
    example: 'account delete ACCOUNT --yes',
    load: () => import('./commands/account-delete.ts'),
  },
  {
    noun: 'site',
    verb: 'create',
    summary: 'create a site that can be scanned',
    flags: [
      account,
      required('--name <name>', 'display name of the site'),
      required('--url <url>', 'start URL, http or https'),
      values('--page <page>', 'pages', 'a listed page: a path, or a URL on the same origin; may be repeated'),
      values(
        '--origin <origin>',
        'origins',
        'a further origin on which the site may be scanned, also *.preview.example.com; may be repeated',
      ),
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
    noun: 'member',
    verb: 'invite',
    summary: 'invite a person to an account by an email address; prints the link for the person',
    flags: [
      account,
      required('--email <address>', 'email address with which the person signs in'),
      required('--role <role>', memberRoles.join(', ')),
      values(
        '--site <site>',
        'siteIds',
        'id of a site that the person is limited to, site_…; may be repeated (default: all sites)',
      ),
    ],
    example: 'member invite --account ACCOUNT --email ada@example.com --role admin',
    load: () => import('./commands/member-invite.ts'),
  },
  {
    noun: 'member',
    verb: 'add',
    summary: 'make a person a member of an account, by the identity at the identity provider',
    flags: [
      account,
      required('--issuer <url>', 'issuer of the identity provider'),
      required('--subject <id>', 'id of the person at the identity provider (the claim sub)'),
      required('--email <address>', 'email address of the person'),
      value('--name <name>', 'name of the person (default: the address before the at sign)'),
      required('--role <role>', memberRoles.join(', ')),
    ],
    example:
      'member add --account ACCOUNT --issuer https://id.example.com --subject 7f1d3c1e --email ada@example.com --role admin',
    load: () => import('./commands/member-add.ts'),
  },
  {
    noun: 'key',
    verb: 'create',
    summary: 'create an API key; its value is shown only once',
    flags: [
      account,
      required('--name <name>', 'display name of the key'),
      value('--description <text>', 'what the key is for'),
      required('--role <role>', `${roleNames.join(', ')}; scanner is the one for CI`),
      number(
        '--expires-in-days <n>',
        `days until the key expires, 1 to ${KEY_DAYS_MAX} (default ${KEY_DAYS_DEFAULT})`,
      ),
      values(
        '--site <site>',
        'siteIds',
        'id of a site that the key is limited to, site_…; may be repeated (default: all sites)',
      ),
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
    summary: 'give a key a new value, shown only once; the old one keeps working for a while',
    argument: key,
    flags: [
      number(
        '--grace-hours <n>',
        `hours that the old value keeps working, 1 to ${ROTATION_GRACE_HOURS_MAX} (default ${ROTATION_GRACE_HOURS_DEFAULT}), never beyond its own expiry`,
      ),
      switched('--no-grace', 'the old value stops working at once'),
      switched(
        '--end-previous',
        'end the value before the old one now, if it still works from an earlier rotation',
      ),
      number(
        '--expires-in-days <n>',
        `days until the new value expires, 1 to ${KEY_DAYS_MAX} (default: the same lifetime as at its creation)`,
      ),
    ],
    example: 'key rotate KEY --grace-hours 48',
    load: () => import('./commands/key-rotate.ts'),
  },
  {
    noun: 'key',
    verb: 'revoke',
    summary: 'revoke a key permanently; it stops working at the next call',
    argument: key,
    flags: [],
    example: 'key revoke KEY',
    load: () => import('./commands/key-revoke.ts'),
  },
  {
    noun: 'usage',
    summary: 'show the usage of a key by day',
    flags: [required('--key <key>', 'id of the key, apikey_…')],
    example: 'usage --key KEY',
    load: () => import('./commands/usage.ts'),
  },
  {
    noun: 'audit',
    summary: 'show who did what in an account, or the refused sign-ins, newest first',
    flags: [
      value('--account <account>', 'id of the account, acct_…'),
      switched('--sign-ins', 'instead of an account: the refused sign-ins, which belong to no account'),
      value('--since <time>', 'only from this time on: 2026-11-21, or with a time and zone'),
      value('--until <time>', 'only until this time; a date is its end'),
      value('--actor <id>', 'only what this key or person did'),
      value('--action <action>', 'only this action, e.g. site.deleted'),
      value('--target <id>', 'only what concerns the object with this id'),
      number('--limit <n>', 'maximum number of entries (default 50)'),
    ],
    example: 'audit --account ACCOUNT --since 2026-11-01 --limit 20',
    load: () => import('./commands/audit.ts'),
  },
];

/** Flags of every command. */
export const commonFlags: readonly AdminFlag[] = [
  value(
    '--stack <name>',
    'the stack of a deployed API, e.g. A11yScan-prod-Api; AWS credentials and region come from the environment',
  ),
  value(
    '--data <dir>',
    'the data folder of a runtime on this machine (default .local); not together with --stack',
  ),
  switched('--json', 'print JSON'),
];

/** Returns the name of a command on the command line: `key create`. */
export function getCommandName({ noun, verb }: CommandSpec): string {
  return verb === undefined ? noun : `${noun} ${verb}`;
}
