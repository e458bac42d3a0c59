import { createUsageError } from './errors.ts';
import { exitCodes } from './exit-codes.ts';
import type { Host } from './host.ts';
import { maskHostOutputs } from './program/mask-host-outputs.ts';
import { parseCommandLine } from './program/parse-command-line.ts';
import { reportError } from './program/report-error.ts';
import { readVersion } from './version.ts';

/**
 * One invocation of the tool.
 * @param argv what follows the name of the program
 * @returns the exit code; it never throws
 */
export async function run(argv: readonly string[], host: Host): Promise<number> {
  const guarded = maskHostOutputs(host);
  try {
    const line = parseCommandLine(argv, { version: readVersion(), columns: guarded.stdout.columns });
    if (line.kind === 'text') {
      if (line.isError && argv.includes('--json')) throw commandMissing();
      (line.isError ? guarded.stderr : guarded.stdout).write(line.text);
      return exitCodes[line.isError ? 'usage' : 'passed'].code;
    }
    const { runCommand } = await import('./program/run-command.ts');
    return exitCodes[await runCommand(line, guarded, run)].code;
  } catch (error) {
    return reportError(error, argv, guarded);
  }
}

/** What the help says by itself, to who asked for one document. */
function commandMissing() {
  return createUsageError(
    'command-missing',
    'There is no command on the command line.',
    'See: a11y-scan --help',
  );
}
