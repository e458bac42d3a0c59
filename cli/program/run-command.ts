import { BROWSER_MEMORY_MIN_MB } from '../../core/scans/pacing.ts';
import { escapeJson } from '../../core/text/json.ts';
import type { ExitStatus } from '../exit-codes.ts';
import type { Context, Host } from '../host.ts';
import { parseWholeNumber } from '../settings/config-flags.ts';
import type { CommandName, Flags } from '../settings/flags.ts';
import { findStandardStream } from '../settings/outputs.ts';
import { resolveSettings } from '../settings/resolve-settings.ts';
import { openTerminal } from '../terminal/open-terminal.ts';
import type { CommandLine } from './parse-command-line.ts';

/** Runs a whole invocation. A command may start another one. */
export type Run = (argv: readonly string[], host: Host) => Promise<number>;

type Command = (context: Context, operands: string[], flags: Flags, run: Run) => Promise<ExitStatus>;

/** Each command is imported only if it is used, because its imports may load slowly. */
const commands: Record<CommandName, Command> = {
  trigger: async (context, _operands, { idempotencyKey }) => {
    const { runTrigger: trigger } = await import('../commands/trigger.ts');
    return trigger(context, { idempotencyKey });
  },
  local: async (context, urls, { baseline, browser, allowOrigin = [], concurrency, memory }) => {
    const { runLocal: local } = await import('../commands/local.ts');
    return local(context, {
      urls,
      baseline,
      browser,
      allowOrigins: allowOrigin,
      concurrency:
        concurrency === undefined ? undefined : parseWholeNumber('--concurrency', concurrency, 1, 64),
      memoryMb:
        memory === undefined
          ? undefined
          : parseWholeNumber('--memory', memory, BROWSER_MEMORY_MIN_MB, 1_000_000),
    });
  },
  report: async (context, [scanId = '']) =>
    (await import('../commands/report.ts')).runReport(context, { scanId }),
  sites: async (context) => (await import('../commands/sites.ts')).runSites(context),
  'rule-sets': async (context) => (await import('../commands/rule-sets.ts')).runRuleSets(context),
  init: async (context, _operands, flags) => (await import('../commands/init.ts')).runInit(context, flags),
  'github-action': async (context, _operands, _flags, run) =>
    (await import('../commands/github-action.ts')).runGithubAction(context, { run }),
};

/**
 * Runs the command of a command line.
 * @throws CliError for every expected error
 */
export async function runCommand(
  { command, operands, flags }: CommandLine & { kind: 'command' },
  host: Host,
  run: Run,
): Promise<ExitStatus> {
  const { settings, sources, configFile } = resolveSettings(command, flags, host);
  const takesStdout = settings.outputs.some(({ path }) => findStandardStream(path) === 'stdout');
  const terminal = openTerminal(host, {
    json: settings.json,
    quiet: settings.quiet,
    color: flags.color ?? null,
    resultTarget: takesStdout ? 'stderr' : 'stdout',
  });
  if (flags.printConfig) {
    const document = { ending: 'passed', exitCode: 0, settings, sources: sources.all(), configFile };
    if (settings.json) terminal.json(document);
    else terminal.print(escapeJson(JSON.stringify(document, null, 2)));
    return 'passed';
  }
  return commands[command]({ host, settings, terminal }, operands, flags, run);
}
