import { CliError, toUnexpectedError } from '../errors.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Host } from '../host.ts';

/**
 * Reports the error that ended an invocation on standard error, and with `--json` as a document on standard output.
 * @param error anything that was thrown; an error that is no CliError is a bug in this program
 * @returns the exit code; it never throws
 */
export async function reportError(error: unknown, argv: readonly string[], host: Host): Promise<number> {
  const cliError = error instanceof CliError ? error : toUnexpectedError(error, host);
  const { exitStatus, code, message, hint, scanId } = cliError;
  const exitCode = exitCodes[exitStatus].code;
  try {
    const { formatError, openTerminal } = await import('../terminal/open-terminal.ts');
    const json = argv.includes('--json');
    const color = argv.includes('--no-color') ? false : argv.includes('--color') ? true : null;
    const terminal = openTerminal(host, { json, quiet: false, color, resultTarget: 'stderr' });
    terminal.error(formatError(cliError, terminal.style));
    const scan = scanId === undefined ? {} : { scan: { id: scanId } };
    terminal.json({ ending: exitStatus, exitCode, error: { code, message, hint: hint ?? null }, ...scan });
  } catch {
    host.stderr.write(`Error: ${code}\n`);
  }
  return exitCode;
}
