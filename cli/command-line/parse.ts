import { Command, CommanderError, type Help } from 'commander';
import { findNearest, suggestNames } from '../../core/problems/nearest.ts';
import { CommandLineError, getCommandPath } from './flags.ts';

/** What was written instead of running a command: help or the version; as an error if a command is missing. */
export interface ParserOutput {
  text: string;
  isError: boolean;
}

/** Returns a commander program that neither writes nor ends the process, for `parse`. */
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
 * Reads a command line and runs the action of its command.
 * @returns null, or what was written instead
 * @throws CommandLineError in our words, without the values that were given
 */
export function parseArguments(program: Command, argv: readonly string[]): ParserOutput | null {
  let text = '';
  const write = (piece: string) => {
    text += piece;
  };
  writeTo(program, write);
  try {
    program.parse(argv, { from: 'user' });
    return null;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (['commander.helpDisplayed', 'commander.version'].includes(error.code))
      return { text, isError: false };
    if (error.code !== 'commander.help') throw faultOf(error, argv, program);
    const [first, asked] = argv.filter((given) => !given.startsWith('-'));
    if (first === 'help' && asked !== undefined && !namesOf(program).includes(asked)) {
      throw unknownCommand(asked, program);
    }
    return { text, isError: error.exitCode !== 0 };
  }
}

function writeTo(command: Command, write: (piece: string) => void): void {
  command.configureOutput({ writeOut: write, writeErr: write });
  for (const each of command.commands) writeTo(each, write);
}

function faultOf({ code, message }: CommanderError, argv: readonly string[], program: Command) {
  const quoted = /'([^']*)'/.exec(message)?.[1] ?? '';
  const command = argv.reduce(
    (found, word) => found.commands.find((each) => each.name() === word) ?? found,
    program,
  );
  const name = fullName(command);
  const help = `See: ${name} --help`;
  switch (code) {
    case 'commander.unknownOption':
      return unknownFlag(quoted, command, help);
    case 'commander.unknownCommand':
      return unknownCommand(quoted, command);
    case 'commander.optionMissingArgument':
      return new CommandLineError('flag-without-value', `${longOf(quoted)} needs a value: ${quoted}.`, help);
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

function longOf(flags: string): string {
  return /--[\w-]+/.exec(flags)?.[0] ?? flags;
}

/** @param given the flag as it was given, perhaps joined to a value */
function unknownFlag(given: string, command: Command, help: string) {
  const name = given.startsWith('--') ? (given.split('=', 1)[0] ?? '') : given.slice(0, 2);
  const known = getCommandPath(command).flatMap(({ options }) => options.flatMap(({ long }) => long ?? []));
  if (known.includes(name)) {
    return new CommandLineError('flag-with-value', `${name} takes no value.`, help);
  }
  const near = findNearest(name, [...known, '--help']);
  const among = command.parent === null ? 'There is no flag' : `${fullName(command)} has no flag`;
  const meant = near === undefined ? '.' : `; did you mean ${near}?`;
  return new CommandLineError('unknown-flag', `${among} ${name}${meant}`, help);
}

function unknownCommand(given: string, parent: Command) {
  const names = namesOf(parent);
  const [program, ...groups] = getCommandPath(parent).map((each) => each.name());
  const name = [...groups, given].join(' ');
  return new CommandLineError(
    'unknown-command',
    `There is no command ${name}; ${suggestNames(given, names)}`,
    `See: ${program} --help`,
  );
}

function namesOf(command: Command): string[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .map((each) => each.name());
}

function fullName(command: Command): string {
  return getCommandPath(command)
    .map((each) => each.name())
    .join(' ');
}
