import { createUsageError } from './errors.ts';
import { exitCodes } from './exit-codes.ts';
import type { Host } from './host.ts';
import { maskHostOutputs } from './program/mask-host-outputs.ts';
import { parseCommandLine } from './program/parse-command-line.ts';
import { reportError } from './program/report-error.ts';
import { readVersion } from './version.ts';

/**
 * Runs one invocation.
 * @param argv arguments after the program name
 * @returns the exit code; it never throws
 */
export async function run(argv: readonly string[], host: Host): Promise<number> {
  const maskedHost = maskHostOutputs(host);
  try {
    const line = parseCommandLine(argv, { version: readVersion(), columns: maskedHost.stdout.columns });
    if (line.kind === 'text') {
      if (line.isError && argv.includes('--json')) throw createCommandMissingError();
      (line.isError ? maskedHost.stderr : maskedHost.stdout).write(line.text);
      return exitCodes[line.isError ? 'usage' : 'passed'].code;
    }
    const { runCommand } = await import('./program/run-command.ts');
    return exitCodes[await runCommand(line, maskedHost, run)].code;
  } catch (error) {
    return reportError(error, argv, maskedHost);
  }
}

/** Returns the error for a missing command. With `--json` it replaces the help text. */
function createCommandMissingError() {
  return createUsageError('command-missing', 'The command line has no command.', 'See: a11y-scan --help');
}
