import { Command, Option } from 'commander';
import { type CommandName, commandFlags, type FlagSpec, globalFlags } from '../settings/flags.ts';
import { wrongUse } from '../wrong-use.ts';
import { type CommandSpec, commands } from './commands.ts';
import { helpText } from './help-text.ts';

/** What becomes of a command line that was understood. */
export type OnCommand = (command: CommandName, operands: string[], flags: object) => void;

/** Where help is written, and how wide. */
export interface HelpSheet {
  write(text: string): void;
  /** Characters of a line. */
  columns: number;
}

/**
 * The commander program. It never ends the process, prints errors nowhere and help to the sheet; it throws
 * CommanderError for what is wrong and after help was written.
 */
export function buildProgram(version: string, sheet: HelpSheet, onCommand: OnCommand): Command {
  const program = new Command('a11y-scan')
    .description(
      'Finds accessibility problems of web pages, in pipelines and at your desk. Automated checks find some ' +
        'problems, never all: a gate that passes does not say that a site is without any.',
    )
    .usage('<command> [flags]')
    .version(version, '--version', 'show the version')
    .helpOption('-h, --help', 'show help, of a command too')
    .helpCommand('help [command]', 'show help for a command')
    .exitOverride()
    .configureHelp({ showGlobalOptions: true, formatHelp: helpText })
    .configureOutput({
      writeOut: (text) => sheet.write(text),
      writeErr: (text) => sheet.write(text),
      outputError: () => {},
      getOutHelpWidth: () => sheet.columns,
      getErrHelpWidth: () => sheet.columns,
    });
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

function addFlags(command: Command, specs: readonly FlagSpec[]): void {
  for (const { flags, kind, meaning } of specs) {
    const option = new Option(flags, meaning);
    if (kind === 'value') {
      option.argParser((value, previous) => {
        if (typeof previous === 'string')
          throw wrongUse('flag-given-twice', `${option.long} is given twice.`);
        return checked(value, option, command);
      });
    }
    if (kind === 'values') {
      option.argParser((value, previous: string[] = []) => [...previous, checked(value, option, command)]);
    }
    command.addOption(option);
  }
}

/** Commander takes whatever follows a flag for its value, also the next flag. */
function checked(value: string, { long }: Option, command: Command): string {
  const known = [command, command.parent].flatMap((each) => each?.options ?? []);
  const other = known.find((option) => option.long === value || option.short === value);
  if (value === '' || other !== undefined) {
    const found = other === undefined ? 'an empty text' : `the flag ${value}`;
    throw wrongUse('flag-without-value', `${long} needs a value, and ${found} follows it.`);
  }
  return value;
}
