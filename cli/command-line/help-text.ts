import type { Command, Help } from 'commander';

/** Maximum width of the column of terms, so that one long flag does not narrow all meanings. */
const TERM_WIDTH_MAX = 28;

/** Returns a titled list with one item per line; an empty list for no items. */
export function formatHelpList(
  helper: Help,
  title: string,
  items: readonly (readonly [term: string, meaning: string])[],
): string[] {
  if (items.length === 0) return [];
  const termWidth = Math.min(TERM_WIDTH_MAX, Math.max(...items.map(([term]) => term.length)));
  return [title, ...items.map(([term, meaning]) => helper.formatItem(term, termWidth, meaning, helper)), ''];
}

/** Returns the help of the program or of a command. `further` lines, such as examples, are at the end. */
export function formatHelpText(command: Command, helper: Help, further: readonly string[]): string {
  const flags = (title: string, options: ReturnType<Help['visibleOptions']>) =>
    formatHelpList(
      helper,
      title,
      options.map((option) => [helper.optionTerm(option), helper.optionDescription(option)]),
    );
  return [
    `Usage: ${helper.commandUsage(command)}`,
    '',
    helper.boxWrap(command.description(), helper.helpWidth ?? 80),
    '',
    ...formatHelpList(
      helper,
      'Commands:',
      listRunnableCommands(command, helper).map(([name, each]) => [name, helper.subcommandDescription(each)]),
    ),
    ...formatHelpList(
      helper,
      'Arguments:',
      helper.visibleArguments(command).map((each) => [helper.argumentTerm(each), each.description]),
    ),
    ...flags(command.parent === null ? 'Flags of every command:' : 'Flags:', helper.visibleOptions(command)),
    ...flags('Flags of every command:', helper.visibleGlobalOptions(command)),
    ...further,
  ].join('\n');
}

/** Returns the executable commands with their names below the given command: `key create`. */
function listRunnableCommands(command: Command, helper: Help): [name: string, command: Command][] {
  return helper
    .visibleCommands(command)
    .flatMap((each) =>
      each.commands.length === 0
        ? [[each.name(), each]]
        : listRunnableCommands(each, helper).map(([name, inner]): [string, Command] => [
            `${each.name()} ${name}`,
            inner,
          ]),
    );
}
