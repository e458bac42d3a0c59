import { type CommandSpec, commands, commonFlags, type FlagSpec, nameOf } from './command-table.ts';

const CALL = 'npm run admin --';

/** The help for one command, for the commands of a noun, or for all. */
export function helpText(specs: readonly CommandSpec[]): string {
  const [spec] = specs;
  return spec !== undefined && specs.length === 1 && commands.length > 1
    ? helpForOne(spec)
    : helpForMany(specs);
}

function helpForMany(specs: readonly CommandSpec[]): string {
  return [
    'Manage the accounts, sites and API keys of a deployed stack or of the runtime on this machine.',
    '',
    `Usage: ${CALL} COMMAND [flags]`,
    '',
    'Commands',
    ...aligned(specs.map((spec) => [nameOf(spec), spec.summary])),
    '',
    'Flags of every command',
    ...flagLines(commonFlags),
    '',
    'Examples',
    ...specs.map((spec) => `  ${CALL} ${spec.example}`),
    `  ${CALL} ${(specs.at(-1) ?? commands[0])?.example ?? ''} --stack A11yScan-prod`,
  ].join('\n');
}

function helpForOne(spec: CommandSpec): string {
  const required = spec.flags
    .filter((flag) => flag.required)
    .map((flag) => ` --${flag.name} ${flag.placeholder}`);
  const positional = spec.positional ? ` ${spec.positional.placeholder}` : '';
  return [
    `${spec.summary.charAt(0).toUpperCase()}${spec.summary.slice(1)}.`,
    '',
    `Usage: ${CALL} ${nameOf(spec)}${positional}${required.join('')} [flags]`,
    '',
    'Flags',
    ...flagLines([...spec.flags, ...commonFlags]),
    '',
    'Examples',
    `  ${CALL} ${spec.example}`,
    `  ${CALL} ${spec.example} --stack A11yScan-prod`,
  ].join('\n');
}

function flagLines(flags: readonly FlagSpec[]): string[] {
  return aligned(
    flags.map((flag) => [`--${flag.name}${flag.placeholder ? ` ${flag.placeholder}` : ''}`, flag.help]),
  );
}

function aligned(lines: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...lines.map(([left]) => left.length));
  return lines.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
