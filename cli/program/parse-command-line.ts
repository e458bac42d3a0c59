import type { Command, Option } from 'commander';
import { addFlagListener, addFlags, CommandLineError, getCommandPath } from '../command-line/flags.ts';
import { createSilentProgram, parseArguments } from '../command-line/parse.ts';
import { type CliError, createUsageError } from '../errors.ts';
import { type CommandName, commandFlags, type Flags, globalFlags } from '../settings/flags.ts';
import { hasApiKey } from '../settings/key-text.ts';
import { type CommandSpec, commands } from './commands.ts';
import { formatHelp } from './help-text.ts';

/** A parsed command line. */
export type CommandLine =
  /** Only text: help or the version; an error if a command is missing. */
  | { kind: 'text'; text: string; isError: boolean }
  | { kind: 'command'; command: CommandName; operands: string[]; flags: Flags };

const KEY_FLAGS = /^--?(api-?)?(key|token|secret|password)$/i;
const KEY_HINT = 'Set the environment variable A11Y_SCAN_API_KEY; in a pipeline, from a secret of the CI.';

/**
 * Parses a command line.
 * @param argv arguments after the program name
 * @param columns characters per line of help
 * @throws CliError for an invalid command line; its message contains no possible key
 */
export function parseCommandLine(
  argv: readonly string[],
  { version, columns }: { version: string; columns: number },
): CommandLine {
  if (argv.some(hasApiKey)) {
    throw createUsageError(
      'key-on-command-line',
      'The command line contains an API key. Other users of this machine and readers of the pipeline log may see it.',
      `${KEY_HINT} If others may have seen it, have the key rotated.`,
    );
  }
  let found: CommandLine | undefined;
  const program = buildProgram(version, columns, (command, operands, flags) => {
    found = { kind: 'command', command, operands, flags };
  });
  try {
    const output = parseArguments(program, argv);
    if (output !== null) return { kind: 'text', ...output };
  } catch (error) {
    if (error instanceof CommandLineError) throw toCliError(error, argv);
    throw error;
  }
  if (found === undefined) throw new Error('commander ran no command');
  return found;
}

function toCliError({ code, message, hint }: CommandLineError, argv: readonly string[]): CliError {
  const keyFlag = argv.map((given) => given.split('=', 1)[0] ?? '').find((name) => KEY_FLAGS.test(name));
  if (code === 'unknown-flag' && keyFlag !== undefined) {
    return createUsageError(
      'unknown-flag',
      `There is no flag ${keyFlag}, because others can see a key on the command line.`,
      KEY_HINT,
    );
  }
  if (/^There is no command https?:/i.test(message)) {
    return createUsageError(
      'unknown-command',
      'The command must come before the URL.',
      'To scan the URL from this machine: a11y-scan local <url>',
    );
  }
  return createUsageError(code, message, hint);
}

/** Receives a valid command. */
type OnCommand = (command: CommandName, operands: string[], flags: object) => void;

/**
 * Returns the commander program.
 * @param columns characters per line of help
 */
export function buildProgram(version: string, columns: number, onCommand: OnCommand): Command {
  const program = createSilentProgram('a11y-scan', columns, formatHelp)
    .description(
      'Finds accessibility problems of web pages, in a pipeline or on your machine. Automated checks find only some ' +
        'problems. A gate that passes does not prove that a site is accessible.',
    )
    .usage('<command> [flags]')
    .version(version, '--version', 'show the version')
    .helpOption('-h, --help', 'show help of the program or of a command')
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

/** Refuses an empty value, and a flag in the position of a value, because commander takes any text as the value. */
function requireValue(command: Command, { long }: Option, value: string | undefined): void {
  const known = getCommandPath(command).flatMap(({ options }) => options);
  const other = known.find((option) => value !== undefined && [option.long, option.short].includes(value));
  if (value !== '' && other === undefined) return;
  const found = other === undefined ? 'an empty value' : `the flag ${value}`;
  throw new CommandLineError('flag-without-value', `${long} needs a value, but ${found} follows it.`);
}
