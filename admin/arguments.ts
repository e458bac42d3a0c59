import { parseArgs } from 'node:util';
import { nearest } from '../core/problems/nearest.ts';
import { type CommandSpec, commands, commonFlags, type FlagSpec, nameOf } from './command-table.ts';
import { UsageError } from './errors.ts';

/** A command line, understood. Without a command there is only help to give. */
export interface CommandLine {
  /** The commands that the line names: one, or those of a noun or all when only help is wanted. */
  specs: readonly CommandSpec[];
  help: boolean;
  json: boolean;
  stack?: string;
  data?: string;
  /** Values by the schema's members. */
  members: Record<string, unknown>;
}

/**
 * Reads the arguments after the program's name.
 * @throws UsageError when they name no command, or give it a flag it does not know or a value of the wrong form
 */
export function readCommandLine(argv: readonly string[]): CommandLine {
  const words = argv[0] === 'help' ? [...argv.slice(1), '--help'] : [...argv];
  if (words.length === 0) words.push('--help');
  const [noun, verb] = words;
  const wantsHelp = words.includes('--help') || words.includes('-h');
  if (noun === undefined || noun.startsWith('-')) {
    if (wantsHelp) return helpFor(commands);
    throw new UsageError(`a command comes first: ${commandNames(commands)}`);
  }
  const ofNoun = commands.filter((spec) => spec.noun === noun);
  if (ofNoun.length === 0)
    throw new UsageError(
      unknown(
        `there is no command ${noun}`,
        noun,
        commands.map((s) => s.noun),
      ),
    );
  const spec = ofNoun.find((each) => each.verb === undefined || each.verb === verb);
  if (spec === undefined) {
    const verbs = ofNoun.map((each) => each.verb ?? '');
    if (verb === undefined || verb.startsWith('-')) {
      if (wantsHelp) return helpFor(ofNoun);
      throw new UsageError(`${noun} what? ${commandNames(ofNoun)}`);
    }
    throw new UsageError(unknown(`there is no command ${noun} ${verb}`, verb, verbs));
  }
  if (wantsHelp) return helpFor([spec]);
  return readFlags(spec, words.slice(spec.verb === undefined ? 1 : 2));
}

function helpFor(specs: readonly CommandSpec[]): CommandLine {
  return { specs, help: true, json: false, members: {} };
}

function readFlags(spec: CommandSpec, words: string[]): CommandLine {
  const flags = [...spec.flags, ...commonFlags];
  const { tokens } = parseArgs({
    args: words,
    options: Object.fromEntries(flags.map((flag) => [flag.name, optionOf(flag)])),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const line: CommandLine = { specs: [spec], help: false, json: false, members: {} };
  const given = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind === 'positional') takePositional(line, spec, token.value);
    else if (token.kind === 'option') {
      const flag = flags.find(({ name }) => name === token.name);
      if (!flag) {
        const known = flags.map(({ name }) => name);
        throw new UsageError(
          unknown(`${nameOf(spec)} has no flag ${token.rawName}`, token.name, known, '--'),
        );
      }
      const values = given.get(flag.name) ?? [];
      if (values.length > 0 && flag.type !== 'list') throw new UsageError(`--${flag.name} is given twice`);
      given.set(flag.name, [...values, readValue(flag, token.value, token.inlineValue ?? false)]);
    }
  }
  for (const flag of flags) takeFlag(line, spec, flag, given.get(flag.name));
  if (spec.positional && line.members[spec.positional.member] === undefined) {
    throw new UsageError(`${nameOf(spec)} needs ${spec.positional.placeholder}: ${spec.example}`);
  }
  if (line.stack !== undefined && line.data !== undefined) {
    throw new UsageError(
      '--stack and --data exclude each other: the first is a stack on AWS, the second a folder here',
    );
  }
  return line;
}

function optionOf(flag: FlagSpec) {
  return { type: flag.type === 'boolean' ? 'boolean' : 'string', multiple: true } as const;
}

function readValue(flag: FlagSpec, value: string | undefined, inline: boolean): string {
  if (flag.type === 'boolean') {
    if (value !== undefined) throw new UsageError(`--${flag.name} takes no value`);
    return '';
  }
  // A flag in a value's place is a forgotten value; one that does begin with a dash is written --flag=-value.
  if (value === undefined || (value.startsWith('--') && !inline)) {
    throw new UsageError(`--${flag.name} needs a value: --${flag.name} ${flag.placeholder}`);
  }
  return value;
}

function takePositional(line: CommandLine, spec: CommandSpec, value: string): void {
  const { positional } = spec;
  if (!positional || line.members[positional.member] !== undefined) {
    const takes = positional ? `only one ${positional.placeholder}` : 'only flags';
    throw new UsageError(
      `${nameOf(spec)} takes ${takes}; ${value} is one too many (quote values with spaces)`,
    );
  }
  line.members[positional.member] = value;
}

function takeFlag(line: CommandLine, spec: CommandSpec, flag: FlagSpec, values: string[] | undefined): void {
  if (values === undefined) {
    if (flag.required)
      throw new UsageError(`${nameOf(spec)} needs --${flag.name} ${flag.placeholder}: ${flag.help}`);
    return;
  }
  const [value = ''] = values;
  switch (flag.name) {
    case 'stack':
    case 'data':
      line[flag.name] = value;
      return;
    case 'json':
    case 'help':
      line[flag.name] = true;
      return;
  }
  const member = flag.member ?? flag.name;
  if (flag.type === 'list') line.members[member] = values;
  else if (flag.type === 'boolean') line.members[member] = true;
  else if (flag.type === 'string') line.members[member] = value;
  else {
    if (!/^\d{1,9}$/.test(value)) throw new UsageError(`--${flag.name} must be a whole number, not ${value}`);
    line.members[member] = Number(value);
  }
}

function commandNames(specs: readonly CommandSpec[]): string {
  return `${specs.map(nameOf).join(', ')} (--help explains them)`;
}

function unknown(fault: string, word: string, known: readonly string[], prefix = ''): string {
  const names = [...new Set(known)];
  const near = nearest(word, names);
  return near
    ? `${fault}; did you mean ${prefix}${near}?`
    : `${fault}; there are ${names.map((name) => prefix + name).join(', ')}`;
}
