import type { Command, Help } from 'commander';
import { addFlagListener, addFlags, CommandLineError, getCommandPath } from '../cli/command-line/flags.ts';
import { formatHelpText } from '../cli/command-line/help-text.ts';
import { createSilentProgram, parseArguments } from '../cli/command-line/parse.ts';
import { type CommandSpec, commands, commonFlags, getCommandName } from './command-table.ts';
import { UsageError } from './errors.ts';

const PROGRAM = 'npm run admin --';

/** A parsed command line. */
export type CommandLine =
  /** A help text; an error if the command is missing. */
  | { kind: 'text'; text: string; isError: boolean }
  | {
      kind: 'command';
      spec: CommandSpec;
      json: boolean;
      stack?: string;
      data?: string;
      /** Values by the names of the schema members. */
      members: Record<string, unknown>;
    };

/**
 * Parses a command line.
 * @param argv the arguments after the name of the program; no arguments print the help
 * @param columns characters per line of help
 * @throws UsageError if the command line is invalid
 */
export function parseCommandLine(argv: readonly string[], columns: number): CommandLine {
  const [first, ...rest] = argv;
  const words = first === undefined || first === 'help' ? [...rest, '--help'] : argv;
  let found: CommandLine | undefined;
  const program = buildProgram(columns, (spec, command) => {
    found = buildCommandLine(spec, command);
  });
  try {
    refuseForgottenValues(words);
    const helpText = parseArguments(program, words);
    if (helpText !== null) return { kind: 'text', ...helpText };
  } catch (error) {
    if (!(error instanceof CommandLineError)) throw error;
    const quotes = error.code === 'argument-too-many' ? ['Quote values with spaces.'] : [];
    const hint = error.hint === undefined ? [] : [error.hint];
    throw new UsageError([error.message, ...quotes, ...hint].join(' '));
  }
  if (found === undefined) throw new Error('commander ran no command');
  return found;
}

function buildProgram(columns: number, onCommand: (spec: CommandSpec, command: Command) => void): Command {
  const program = createSilentProgram(PROGRAM, columns, formatHelp)
    .description(
      'Manages the accounts, sites and API keys of a deployed stack or of the runtime on this machine.',
    )
    .usage('<command> [flags]')
    .helpOption('-h, --help', 'show help, of a command too')
    .helpCommand(false);
  addFlags(program, commonFlags);
  refuseRepeatedSwitches(program);
  for (const spec of commands) {
    const command = getParent(spec, program)
      .command(spec.verb ?? spec.noun)
      .summary(spec.summary)
      .description(formatSummary(spec))
      .usage(formatUsage(spec));
    if (spec.argument !== undefined) command.argument(`<${spec.argument.name}>`, spec.argument.meaning);
    addFlags(command, spec.flags);
    refuseRepeatedSwitches(command);
    command.action(() => onCommand(spec, command));
  }
  return program;
}

/**
 * Refuses a flag where a value is expected, because commander would use it as the value. A value that begins with
 * dashes must be joined to its flag with `=`.
 */
function refuseForgottenValues(words: readonly string[]): void {
  const flags = [...commands.flatMap((spec) => spec.flags), ...commonFlags].filter(
    ({ kind }) => kind !== 'switch',
  );
  for (const [at, word] of words.entries()) {
    if (word === '--') return;
    const flag = flags.find(({ flags }) => flags.startsWith(`${word} `));
    if (flag === undefined || !words[at + 1]?.startsWith('--')) continue;
    throw new CommandLineError(
      'flag-without-value',
      `${word} needs a value: ${flag.flags}.`,
      `Join a value that begins with dashes to its flag: ${word}=--text`,
    );
  }
}

function refuseRepeatedSwitches(command: Command): void {
  const given = new Set<string>();
  addFlagListener(command, (option, value) => {
    if (value !== undefined) return;
    if (given.has(option.name()))
      throw new CommandLineError('flag-given-twice', `${option.long} is given twice.`);
    given.add(option.name());
  });
}

/** Returns the parent of a command: the program, or the command of its noun. */
function getParent({ noun, verb }: CommandSpec, program: Command): Command {
  if (verb === undefined) return program;
  const existing = program.commands.find((each) => each.name() === noun);
  return (
    existing ??
    program.command(noun).description(`Commands of ${noun}.`).usage('<command> [flags]').helpCommand(false)
  );
}

function formatUsage({ argument, flags }: CommandSpec): string {
  const required = flags.filter(({ isRequired }) => isRequired).map((flag) => flag.flags);
  return [...(argument === undefined ? [] : [`<${argument.name}>`]), ...required, '[flags]'].join(' ');
}

function buildCommandLine(spec: CommandSpec, command: Command): CommandLine {
  const { stack, data, json, ...values } = command.optsWithGlobals();
  for (const [name, value] of Object.entries({ stack, data })) {
    if (value === '') {
      throw new CommandLineError(
        'flag-without-value',
        `--${name} needs a value, but the value is empty.`,
        'Check that the shell variable with the value is set.',
      );
    }
  }
  if (stack !== undefined && data !== undefined) {
    throw new UsageError(
      '--stack and --data exclude each other: the first is a stack on AWS, the second a folder on this machine',
    );
  }
  const members: Record<string, unknown> = Object.create(null);
  for (const option of command.options) {
    const name = option.attributeName();
    const flag = spec.flags.find(({ flags }) => flags === option.flags);
    if (values[name] === undefined) {
      if (!flag?.isRequired) continue;
      throw new UsageError(`${getCommandName(spec)} needs ${flag.flags}: ${flag.meaning}`);
    }
    members[flag?.member ?? name] = flag?.isNumber
      ? parseWholeNumber(option.long ?? name, values[name])
      : values[name];
  }
  if (spec.argument !== undefined) members[spec.argument.name] = command.args[0];
  return { kind: 'command', spec, json: json === true, stack, data, members };
}

function parseWholeNumber(flag: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`${flag} must be a whole number, not ${text}`);
  return Number(text);
}

function formatSummary({ summary }: CommandSpec): string {
  return `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
}

/** Returns the help with examples. Examples are never wrapped, because a copied line must work. */
function formatHelp(command: Command, helper: Help): string {
  const [, ...names] = getCommandPath(command).map((each) => each.name());
  const examples = commands
    .filter(({ noun, verb }) => names.every((name, at) => [noun, verb][at] === name))
    .map(({ example }) => example);
  return formatHelpText(command, helper, [
    'Examples:',
    ...[...examples, `${examples.at(-1)} --stack A11yScan-prod-Api`].map((line) => `  ${PROGRAM} ${line}`),
    '',
  ]);
}
