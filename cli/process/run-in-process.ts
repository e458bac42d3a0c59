import { exitCodes } from '../exit-codes.ts';
import { run } from '../run.ts';
import { openProcessHost } from './process-host.ts';

/** After this time the process ends, even if handles are open, in milliseconds. */
const LINGER_MS = 5_000;

/** Runs the invocation of this process and sets its exit code. */
export async function runInProcess(): Promise<void> {
  const { host, outputFault, close } = openProcessHost();
  process.exitCode = await run(process.argv.slice(2), host);
  const fault = await outputFault();
  if (fault !== null) {
    host.stderr.write(`Error: standard output could not be written: ${fault}\n`);
    process.exitCode = exitCodes.usage.code;
  }
  close();
  setTimeout(() => process.exit(), LINGER_MS).unref();
}
