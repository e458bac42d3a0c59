import { Command, CommanderError, type Help } from 'commander';
import { findNearest, suggestNames } from '../../core/problems/nearest.ts';
import { CommandLineError, getCommandPath } from './flags.ts';

/** Text that is shown instead of running a command: help or the version. It is an error if a command is missing. */
export interface ParserOutput {
  text: string;
  isError: boolean;
}

/** Returns a commander program that neither writes output nor ends the process, for `parseArguments`. */
export function createSilentProgram(
  name: string,
  columns: number,
  formatHelp: (command: Command, helper: Help) => string,
): Command {
  return new Command(name)
    .exitOverride()
    .configureHelp({ showGlobalOptions: true, formatHelp })
    .configureOutput({
      outputError: () => {},
      getOutHelpWidth: () => columns,
      getErrHelpWidth: () => columns,
    });
}

/**
 * Parses a command line and runs the action of its command.
 * @returns null, or the text to show instead
 * @throws CliError with our own message, without the given values
 */
export function parseArguments(program: Command, argv: readonly string[]): ParserOutput | null {
  let text = '';
  const write = (piece: string) => {
    text += piece;
  };
  setOutput(program, write);
  try {
    program.parse(argv, { from: 'user' });
    return null;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (['commander.helpDisplayed', 'commander.version'].includes(error.code))
      return { text, isError: false };
    if (error.code !== 'commander.help') throw toCommandLineError(error, argv, program);
    const [first, asked] = argv.filter((given) => !given.startsWith('-'));
    if (first === 'help' && asked !== undefined && !listCommandNames(program).includes(asked)) {
      throw createUnknownCommandError(asked, program);
    }
    return { text, isError: error.exitCode !== 0 };
  }
}

function setOutput(command: Command, write: (piece: string) => void): void {
  command.configureOutput({ writeOut: write, writeErr: write });
  for (const each of command.commands) setOutput(each, write);
}

function toCommandLineError({ code, message }: CommanderError, argv: readonly string[], program: Command) {
  const quoted = /'([^']*)'/.exec(message)?.[1] ?? '';
  const command = argv.reduce(
    (found, word) => found.commands.find((each) => each.name() === word) ?? found,
    program,
  );
  const name = getFullName(command);
  const help = `See: ${name} --help`;
  switch (code) {
    case 'commander.unknownOption':
      return createUnknownFlagError(quoted, command, help);
    case 'commander.unknownCommand':
      return createUnknownCommandError(quoted, command);
    case 'commander.optionMissingArgument':
      return new CommandLineError(
        'flag-without-value',
        `${getLongFlag(quoted)} needs a value: ${quoted}.`,
        help,
      );
    case 'commander.missingArgument':
      return new CommandLineError('argument-missing', `${name} needs <${quoted}>.`, help);
    case 'commander.excessArguments': {
      const takes = command.registeredArguments.length === 1 ? 'takes one argument' : 'takes no arguments';
      return new CommandLineError('argument-too-many', `${name} ${takes}; there are more.`, help);
    }
    default:
      return new CommandLineError('command-line', message.replace(/^error: /, ''), help);
  }
}

function getLongFlag(flags: string): string {
  return /--[\w-]+/.exec(flags)?.[0] ?? flags;
}

/** @param given the flag as given, possibly with a value after `=` */
function createUnknownFlagError(given: string, command: Command, help: string) {
  const name = given.startsWith('--') ? (given.split('=', 1)[0] ?? '') : given.slice(0, 2);
  const known = getCommandPath(command).flatMap(({ options }) => options.flatMap(({ long }) => long ?? []));
  if (known.includes(name)) {
    return new CommandLineError('flag-with-value', `${name} takes no value.`, help);
  }
  const near = findNearest(name, [...known, '--help']);
  const among = command.parent === null ? 'There is no flag' : `${getFullName(command)} has no flag`;
  const meant = near === undefined ? '.' : `; did you mean ${near}?`;
  return new CommandLineError('unknown-flag', `${among} ${name}${meant}`, help);
}

function createUnknownCommandError(given: string, parent: Command) {
  const names = listCommandNames(parent);
  const [program, ...groups] = getCommandPath(parent).map((each) => each.name());
  const name = [...groups, given].join(' ');
  return new CommandLineError(
    'unknown-command',
    `There is no command ${name}; ${suggestNames(given, names)}`,
    `See: ${program} --help`,
  );
}

function listCommandNames(command: Command): string[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .map((each) => each.name());
}

function getFullName(command: Command): string {
  return getCommandPath(command)
    .map((each) => each.name())
    .join(' ');
}
