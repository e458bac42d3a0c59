import type { Command, Help } from 'commander';
import { formatHelpList, formatHelpText } from '../command-line/help-text.ts';
import { exitCodes } from '../exit-codes.ts';
import { type CommandSpec, commands } from './commands.ts';

const KEY_TEXT = 'The API key comes from the environment variable A11Y_SCAN_API_KEY and from nowhere else.';

const programExamples: CommandSpec['examples'] = [
  [
    'Scan a site of the service; fail when problems are new:',
    'a11y-scan trigger --site https://www.example.com/',
  ],
  ['Scan a preview that only this machine can reach:', 'a11y-scan local http://localhost:8080/'],
  ['Set up a repository and its pipeline:', 'a11y-scan init'],
];

/** Returns the help of the program or of a command: what there is, examples that can be copied, and the exit codes. */
export function formatHelp(command: Command, helper: Help): string {
  const isProgram = command.parent === null;
  const spec = Object.entries(commands).find(([name]) => name === command.name())?.[1];
  return formatHelpText(command, helper, [
    ...exampleLines(isProgram ? programExamples : (spec?.examples ?? [])),
    ...formatHelpList(
      helper,
      'Exit codes:',
      Object.values(exitCodes).map(({ code, meaning }) => [String(code), meaning]),
    ),
    ...(isProgram || spec?.usesKey ? [helper.boxWrap(KEY_TEXT, helper.helpWidth ?? 80), ''] : []),
    ...(isProgram ? ['A command and its examples: a11y-scan help <command>', ''] : []),
  ]);
}

/** Examples are never wrapped: a line that is copied has to work. */
function exampleLines(examples: CommandSpec['examples']): string[] {
  if (examples.length === 0) return [];
  return ['Examples:', ...examples.flatMap(([what, line]) => [`  ${what}`, `    ${line}`]), ''];
}
