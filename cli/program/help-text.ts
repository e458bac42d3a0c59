import type { Command, Help } from 'commander';
import { formatHelpList, formatHelpText } from '../command-line/help-text.ts';
import { exitCodes } from '../exit-codes.ts';
import { type CommandSpec, commands } from './commands.ts';

const KEY_TEXT = 'The API key is read only from the environment variable A11Y_SCAN_API_KEY.';

const programExamples: CommandSpec['examples'] = [
  [
    'Scan a site of the service; fail if there are new violations:',
    'a11y-scan trigger --site https://www.example.com/',
  ],
  ['Scan a preview that only this machine can reach:', 'a11y-scan local http://localhost:8080/'],
  ['Set up a repository and its pipeline:', 'a11y-scan init'],
];

/** Returns the help of the program or of a command: description, flags, examples and exit codes. */
export function formatHelp(command: Command, helper: Help): string {
  const isProgram = command.parent === null;
  const spec = Object.entries(commands).find(([name]) => name === command.name())?.[1];
  return formatHelpText(command, helper, [
    ...formatExamples(isProgram ? programExamples : (spec?.examples ?? [])),
    ...formatHelpList(
      helper,
      'Exit codes:',
      Object.values(exitCodes).map(({ code, meaning }) => [String(code), meaning]),
    ),
    ...(isProgram || spec?.usesKey ? [helper.boxWrap(KEY_TEXT, helper.helpWidth ?? 80), ''] : []),
    ...(isProgram ? ['Help and examples of a command: a11y-scan help <command>', ''] : []),
  ]);
}

/** Examples are never wrapped, so that they can be copied. */
function formatExamples(examples: CommandSpec['examples']): string[] {
  if (examples.length === 0) return [];
  return ['Examples:', ...examples.flatMap(([what, line]) => [`  ${what}`, `    ${line}`]), ''];
}
