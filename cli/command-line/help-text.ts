import type { Command, Help } from 'commander';

/** Terms longer than this get no more space, so that one long flag leaves enough to all meanings. */
const TERM_WIDTH_MAX = 28;

/** Returns a titled list with its items below each other; nothing for no items. */
export function formatHelpList(
  helper: Help,
  title: string,
  items: readonly (readonly [term: string, meaning: string])[],
): string[] {
  if (items.length === 0) return [];
  const termWidth = Math.min(TERM_WIDTH_MAX, Math.max(...items.map(([term]) => term.length)));
  return [title, ...items.map(([term, meaning]) => helper.formatItem(term, termWidth, meaning, helper)), ''];
}

/** Returns the help of the program or of a command, with further lines such as examples at the end. */
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
      innermost(command, helper).map(([name, each]) => [name, helper.subcommandDescription(each)]),
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

/** Returns the commands that can be run, by their names below the given one: `key create`. */
function innermost(command: Command, helper: Help): [name: string, command: Command][] {
  return helper
    .visibleCommands(command)
    .flatMap((each) =>
      each.commands.length === 0
        ? [[each.name(), each]]
        : innermost(each, helper).map(([name, inner]): [string, Command] => [
            `${each.name()} ${name}`,
            inner,
          ]),
    );
}
