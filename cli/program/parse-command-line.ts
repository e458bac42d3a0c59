import type { Command, Option } from 'commander';
import { addFlagListener, addFlags, CommandLineError, getCommandPath } from '../command-line/flags.ts';
import { createSilentProgram, parseArguments } from '../command-line/parse.ts';
import { type CliError, createUsageError } from '../errors.ts';
import { type CommandName, commandFlags, type Flags, globalFlags } from '../settings/flags.ts';
import { hasApiKey } from '../settings/key-text.ts';
import { type CommandSpec, commands } from './commands.ts';
import { formatHelp } from './help-text.ts';

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
  if (argv.some(hasApiKey)) {
    throw createUsageError(
      'key-on-command-line',
      'An API key stands on the command line, where every user of this machine and the log of a pipeline may see it.',
      `${KEY_HINT} If others may have seen it, have the key rotated.`,
    );
  }
  let found: CommandLine | undefined;
  const program = buildProgram(version, columns, (command, operands, flags) => {
    found = { kind: 'command', command, operands, flags };
  });
  try {
    const written = parseArguments(program, argv);
    if (written !== null) return { kind: 'text', ...written };
  } catch (error) {
    if (error instanceof CommandLineError) throw inWordsOfTheCommand(error, argv);
    throw error;
  }
  if (found === undefined) throw new Error('commander ran no command');
  return found;
}

function inWordsOfTheCommand({ code, message, hint }: CommandLineError, argv: readonly string[]): CliError {
  const keyFlag = argv.map((given) => given.split('=', 1)[0] ?? '').find((name) => KEY_FLAGS.test(name));
  if (code === 'unknown-flag' && keyFlag !== undefined) {
    return createUsageError(
      'unknown-flag',
      `There is no flag ${keyFlag}: a key on the command line could be seen by others.`,
      KEY_HINT,
    );
  }
  if (/^There is no command https?:/i.test(message)) {
    return createUsageError(
      'unknown-command',
      'A command comes before a URL.',
      'To scan it from here: a11y-scan local <url>',
    );
  }
  return createUsageError(code, message, hint);
}

/** Receives a command line that was understood. */
type OnCommand = (command: CommandName, operands: string[], flags: object) => void;

/**
 * Returns the commander program.
 * @param columns characters of a line of help
 */
export function buildProgram(version: string, columns: number, onCommand: OnCommand): Command {
  const program = createSilentProgram('a11y-scan', columns, formatHelp)
    .description(
      'Finds accessibility problems of web pages, in pipelines and at your desk. Automated checks find some ' +
        'problems, never all: a gate that passes does not say that a site is without any.',
    )
    .usage('<command> [flags]')
    .version(version, '--version', 'show the version')
    .helpOption('-h, --help', 'show help, of a command too')
    .helpCommand('help [command]', 'show help for a command');
  addFlags(program, globalFlags);
  addFlagListener(program, (option, value) => requireValue(program, option, value));
  for (const [name, spec] of Object.entries(commands) as [CommandName, CommandSpec][]) {
    const command = program
      .command(name, { hidden: spec.hidden === true })
      .summary(spec.summary)
      .description(spec.description)
      .usage([spec.argument?.name, '[flags]'].filter((part) => part !== undefined).join(' '));
    if (spec.argument !== undefined) command.argument(spec.argument.name, spec.argument.meaning);
    addFlags(command, commandFlags[name]);
    addFlagListener(command, (option, value) => requireValue(command, option, value));
    command.action(() => onCommand(name, command.args, command.optsWithGlobals()));
  }
  return program;
}

/** Refuses an empty value, and a flag in the place of a value: commander takes whatever follows for the value. */
function requireValue(command: Command, { long }: Option, value: string | undefined): void {
  const known = getCommandPath(command).flatMap(({ options }) => options);
  const other = known.find((option) => value !== undefined && [option.long, option.short].includes(value));
  if (value !== '' && other === undefined) return;
  const found = other === undefined ? 'an empty text' : `the flag ${value}`;
  throw new CommandLineError('flag-without-value', `${long} needs a value, and ${found} follows it.`);
}
