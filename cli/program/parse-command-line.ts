import { type Command, CommanderError } from 'commander';
import { nearest } from '../../core/problems/nearest.ts';
import type { CliError } from '../errors.ts';
import type { CommandName, Flags } from '../settings/flags.ts';
import { holdsKey } from '../settings/key-text.ts';
import { wrongUse } from '../wrong-use.ts';
import { buildProgram } from './build-program.ts';

/** What a command line asks for. */
export type CommandLine =
  /** Text alone: help or the version; as an error where a command is missing. */
  | { kind: 'text'; text: string; isError: boolean }
  | { kind: 'command'; command: CommandName; operands: string[]; flags: Flags };

const KEY_FLAGS = /^--?(api-?)?(key|token|secret|password)$/i;
const KEY_HINT =
  'Set the environment variable A11Y_SCAN_API_KEY; in a pipeline, from a secret of the pipeline.';

/**
 * Reads a command line.
 * @param argv what follows the name of the program
 * @param columns characters of a line of help
 * @throws CliError for what is wrong with it; it never repeats what may be a key
 */
export function parseCommandLine(
  argv: readonly string[],
  { version, columns }: { version: string; columns: number },
): CommandLine {
  if (argv.some(holdsKey)) {
    throw wrongUse(
      'key-on-command-line',
      'An API key stands on the command line, where every user of this machine and the log of a pipeline may see it.',
      `${KEY_HINT} If others may have seen it, have the key rotated.`,
    );
  }
  let text = '';
  const write = (piece: string) => {
    text += piece;
  };
  let found: CommandLine | undefined;
  const program = buildProgram(version, { write, columns }, (command, operands, flags) => {
    found = { kind: 'command', command, operands, flags };
  });
  try {
    program.parse(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (['commander.helpDisplayed', 'commander.version'].includes(error.code)) {
      return { kind: 'text', text, isError: false };
    }
    if (error.code === 'commander.help') {
      const [first, asked] = argv.filter((given) => !given.startsWith('-'));
      if (first === 'help' && asked !== undefined && !namesOf(program).includes(asked)) {
        throw unknownCommand(asked, program);
      }
      return { kind: 'text', text, isError: error.exitCode !== 0 };
    }
    throw told(error, argv, program);
  }
  if (found === undefined) throw new Error('commander ran no command');
  return found;
}

/** What commander found wrong, in our words and without the values that were given. */
function told({ code, message }: CommanderError, argv: readonly string[], program: Command): CliError {
  const quoted = /'([^']*)'/.exec(message)?.[1] ?? '';
  const [command] = argv.flatMap((text) => program.commands.filter((each) => each.name() === text));
  const help = `See: a11y-scan ${command === undefined ? '' : `${command.name()} `}--help`;
  switch (code) {
    case 'commander.unknownOption':
      return unknownFlag(quoted, [program, ...(command === undefined ? [] : [command])], help);
    case 'commander.unknownCommand':
      return unknownCommand(quoted, program);
    case 'commander.optionMissingArgument':
      return wrongUse('flag-without-value', `${longOf(quoted)} needs a value: ${quoted}.`, help);
    case 'commander.missingArgument':
      return wrongUse('argument-missing', `a11y-scan ${command?.name()} needs <${quoted}>.`, help);
    case 'commander.excessArguments': {
      const takes = command?.registeredArguments.length === 1 ? 'takes one argument' : 'takes no arguments';
      return wrongUse('argument-too-many', `a11y-scan ${command?.name()} ${takes}; there are more.`, help);
    }
    default:
      return wrongUse('command-line', message.replace(/^error: /, ''), help);
  }
}

function longOf(flags: string): string {
  return /--[\w-]+/.exec(flags)?.[0] ?? flags;
}

/** @param given the flag as it was given, perhaps joined to a value */
function unknownFlag(given: string, commands: readonly Command[], help: string): CliError {
  const name = given.startsWith('--') ? (given.split('=', 1)[0] ?? '') : given.slice(0, 2);
  if (KEY_FLAGS.test(given.split('=', 1)[0] ?? '')) {
    return wrongUse(
      'unknown-flag',
      `There is no flag ${given.split('=', 1)[0]}: a key on the command line could be seen by others.`,
      KEY_HINT,
    );
  }
  const known = commands.flatMap(({ options }) => options.flatMap(({ long }) => long ?? []));
  const near = nearest(name, [...known, '--help']);
  const among =
    commands[1] === undefined ? 'There is no flag' : `a11y-scan ${commands[1].name()} has no flag`;
  return wrongUse(
    'unknown-flag',
    `${among} ${name}${near === undefined ? '.' : `; did you mean ${near}?`}`,
    help,
  );
}

function namesOf(program: Command): string[] {
  return program
    .createHelp()
    .visibleCommands(program)
    .map((each) => each.name());
}

function unknownCommand(given: string, program: Command): CliError {
  const names = namesOf(program);
  if (/^https?:/i.test(given)) {
    return wrongUse(
      'unknown-command',
      'A command comes before a URL.',
      'To scan it from here: a11y-scan local <url>',
    );
  }
  const near = nearest(given, names);
  const meant = near === undefined ? `there are ${names.join(', ')}.` : `did you mean ${near}?`;
  return wrongUse('unknown-command', `There is no command ${given}; ${meant}`, 'See: a11y-scan --help');
}
