import type { Command } from 'commander';
import { addFlags } from '../command-line/flags.ts';
import { quietProgram } from '../command-line/parse.ts';
import { type CommandName, commandFlags, globalFlags } from '../settings/flags.ts';
import { type CommandSpec, commands } from './commands.ts';
import { formatHelp } from './help-text.ts';

/** Receives a command line that was understood. */
export type OnCommand = (command: CommandName, operands: string[], flags: object) => void;

/**
 * Returns the commander program.
 * @param columns characters of a line of help
 */
export function buildProgram(version: string, columns: number, onCommand: OnCommand): Command {
  const program = quietProgram('a11y-scan', columns, formatHelp)
    .description(
      'Finds accessibility problems of web pages, in pipelines and at your desk. Automated checks find some ' +
        'problems, never all: a gate that passes does not say that a site is without any.',
    )
    .usage('<command> [flags]')
    .version(version, '--version', 'show the version')
    .helpOption('-h, --help', 'show help, of a command too')
    .helpCommand('help [command]', 'show help for a command');
  addFlags(program, globalFlags);
  for (const [name, spec] of Object.entries(commands) as [CommandName, CommandSpec][]) {
    const command = program
      .command(name, { hidden: spec.hidden === true })
      .summary(spec.summary)
      .description(spec.description)
      .usage([spec.argument?.name, '[flags]'].filter((part) => part !== undefined).join(' '));
    if (spec.argument !== undefined) command.argument(spec.argument.name, spec.argument.meaning);
    addFlags(command, commandFlags[name]);
    command.action(() => onCommand(name, command.args, command.optsWithGlobals()));
  }
  return program;
}
