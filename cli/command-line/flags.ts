import { type Command, Option } from 'commander';

/** A flag, as help and documentation show it. */
export interface FlagSpec {
  /** In commander's notation: `--site <id|url>`. */
  flags: string;
  /** `switch` takes no value, `value` takes one, `values` may be repeated. */
  kind: 'switch' | 'value' | 'values';
  meaning: string;
}

/** Adds flags to a command. A `value` flag that is given twice is an error. */
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

/** An error in a command line. */
export class CommandLineError extends Error {
  override name = 'CommandLineError';
  /** Stable code for programs: `unknown-flag`. */
  readonly code: string;
  /** What to do next. */
  readonly hint: string | undefined;

  constructor(code: string, message: string, hint?: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}
