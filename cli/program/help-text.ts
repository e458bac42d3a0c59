import type { Command, Help } from 'commander';
import { exitCodes } from '../exit-codes.ts';
import { type CommandSpec, commands } from './commands.ts';

/** Terms longer than this stand on a line of their own width, so that one long flag leaves room to the rest. */
const TERM_WIDTH_MAX = 28;

const KEY_TEXT = 'The API key comes from the environment variable A11Y_SCAN_API_KEY and from nowhere else.';

const programExamples: CommandSpec['examples'] = [
  [
    'Scan a site of the service; fail when problems are new:',
    'a11y-scan trigger --site https://www.example.com/',
  ],
  ['Scan a preview that only this machine can reach:', 'a11y-scan local http://localhost:8080/'],
  ['Set up a repository and its pipeline:', 'a11y-scan init'],
];

/** The help of the program or of a command: what there is, examples that can be copied, and the exit codes. */
export function helpText(command: Command, helper: Help): string {
  const isProgram = command.parent === null;
  const spec = Object.entries(commands).find(([name]) => name === command.name())?.[1];
  const width = helper.helpWidth ?? 80;
  const list = (title: string, items: readonly (readonly [term: string, meaning: string])[]): string[] => {
    if (items.length === 0) return [];
    const termWidth = Math.min(TERM_WIDTH_MAX, Math.max(...items.map(([term]) => term.length)));
    return [
      title,
      ...items.map(([term, meaning]) => helper.formatItem(term, termWidth, meaning, helper)),
      '',
    ];
  };
  const flags = (title: string, options: ReturnType<Help['visibleOptions']>) =>
    list(
      title,
      options.map((option) => [helper.optionTerm(option), helper.optionDescription(option)]),
    );
  return [
    `Usage: ${helper.commandUsage(command)}`,
    '',
    helper.boxWrap(command.description(), width),
    '',
    ...list(
      'Commands:',
      helper.visibleCommands(command).map((each) => [each.name(), helper.subcommandDescription(each)]),
    ),
    ...list(
      'Arguments:',
      helper.visibleArguments(command).map((each) => [helper.argumentTerm(each), each.description]),
    ),
    ...flags(isProgram ? 'Flags of every command:' : 'Flags:', helper.visibleOptions(command)),
    ...flags('Flags of every command:', helper.visibleGlobalOptions(command)),
    ...exampleLines(isProgram ? programExamples : (spec?.examples ?? [])),
    ...list(
      'Exit codes:',
      Object.values(exitCodes).map(({ code, meaning }) => [String(code), meaning]),
    ),
    ...(isProgram || spec?.usesKey ? [helper.boxWrap(KEY_TEXT, width), ''] : []),
    ...(isProgram ? ['A command and its examples: a11y-scan help <command>', ''] : []),
  ].join('\n');
}

/** Examples are never wrapped: a line that is copied has to work. */
function exampleLines(examples: CommandSpec['examples']): string[] {
  if (examples.length === 0) return [];
  return ['Examples:', ...examples.flatMap(([what, line]) => [`  ${what}`, `    ${line}`]), ''];
}
