import { exitCodes } from '../exit-codes.ts';
import { run } from '../run.ts';
import { openProcessHost } from './process-host.ts';

/** Milliseconds that whatever is still open may hold the process after its end. */
const LINGER_MS = 5_000;

/** The invocation that this process is; leaves its exit code. */
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
