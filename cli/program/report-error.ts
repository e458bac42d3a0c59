import { CliError, toUnexpectedError } from '../errors.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Host } from '../host.ts';

/**
 * Tells what ended an invocation, on standard error, and under `--json` as the one document on standard output.
 * @param error anything that was thrown; what is no CliError is a fault of ours
 * @returns the exit code; it never throws
 */
export async function reportError(error: unknown, argv: readonly string[], host: Host): Promise<number> {
  const told = error instanceof CliError ? error : toUnexpectedError(error, host);
  const { ending, code, message, hint, scanId } = told;
  const exitCode = exitCodes[ending].code;
  try {
    const [{ openTerminal }, { formatError: errorText }] = await Promise.all([
      import('../terminal/open-terminal.ts'),
      import('../terminal/open-terminal.ts'),
    ]);
    const json = argv.includes('--json');
    const color = argv.includes('--no-color') ? false : argv.includes('--color') ? true : null;
    const terminal = openTerminal(host, { json, quiet: false, color, resultTo: 'stderr' });
    terminal.error(errorText(told, terminal.style));
    const scan = scanId === undefined ? {} : { scan: { id: scanId } };
    terminal.json({ ending, exitCode, error: { code, message, hint: hint ?? null }, ...scan });
  } catch {
    host.stderr.write(`Error: ${code}\n`);
  }
  return exitCode;
}
