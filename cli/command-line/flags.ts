import { type Command, Option } from 'commander';

/** A flag, as help and documentation show it. */
export interface FlagSpec {
  /** As commander reads it: `--site <id|url>`. */
  flags: string;
  /** How often a flag may be given, and whether it takes a value. */
  kind: 'switch' | 'value' | 'values';
  meaning: string;
}

/** Adds flags to a command. `value` flags refuse a second value. */
export function addFlags(command: Command, specs: readonly FlagSpec[]): void {
  for (const { flags, kind, meaning } of specs) {
    const option = new Option(flags, meaning);
    if (kind === 'value') {
      option.argParser((value, previous) => {
        if (typeof previous === 'string')
          throw new CommandLineError('flag-given-twice', `${option.long} is given twice.`);
        return value;
      });
    }
    if (kind === 'values') {
      option.argParser((value, previous: string[] = []) => [...previous, value]);
    }
    command.addOption(option);
  }
}

/** Calls a listener for each flag of a command as it is given, without a value for a switch. */
export function addFlagListener(command: Command, listener: (option: Option, value?: string) => void): void {
  for (const option of command.options) {
    command.on(`option:${option.name()}`, (value?: string) => listener(option, value));
  }
}

/** Returns a command and those that contain it, the program first. */
export function getCommandPath(command: Command): Command[] {
  return command.parent === null ? [command] : [...getCommandPath(command.parent), command];
}

/** What is wrong with a command line. */
export class CommandLineError extends Error {
  override name = 'CommandLineError';
  /** Stable, for programs: `unknown-flag`. */
  readonly code: string;
  /** What to do next. */
  readonly hint: string | undefined;

  constructor(code: string, message: string, hint?: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}
