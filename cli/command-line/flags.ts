import { type Command, Option } from 'commander';

/** A flag, as help and documentation show it. */
export interface FlagSpec {
  /** As commander reads it: `--site <id|url>`. */
  flags: string;
  /** How often a flag may be given, and whether it takes a value. */
  kind: 'switch' | 'value' | 'values';
  meaning: string;
}

/** Adds flags to a command. They refuse another flag or nothing as a value, and `value` flags a second value. */
export function addFlags(command: Command, specs: readonly FlagSpec[]): void {
  for (const { flags, kind, meaning } of specs) {
    const option = new Option(flags, meaning);
    if (kind === 'value') {
      option.argParser((value, previous) => {
        if (typeof previous === 'string')
          throw new CommandLineFault('flag-given-twice', `${option.long} is given twice.`);
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
  const known = pathTo(command).flatMap(({ options }) => options);
  const other = known.find((option) => option.long === value || option.short === value);
  if (value === '' || other !== undefined) {
    const found = other === undefined ? 'an empty text' : `the flag ${value}`;
    throw new CommandLineFault('flag-without-value', `${long} needs a value, and ${found} follows it.`);
  }
  return value;
}

/** Returns a command and those that contain it, the program first. */
export function pathTo(command: Command): Command[] {
  return command.parent === null ? [command] : [...pathTo(command.parent), command];
}

/** What is wrong with a command line. */
export class CommandLineFault extends Error {
  override name = 'CommandLineFault';
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
