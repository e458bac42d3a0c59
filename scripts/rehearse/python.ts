import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { RehearsalError } from './steps.ts';

const newestFirst = [
  'python3',
  'python3.14',
  'python3.13',
  'python3.12',
  'python3.11',
  'python3.10',
  'python',
];
/** Succeeds if MiniStack can be installed: Python is new enough and can create virtual environments. */
const PROBE = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))';

/**
 * Returns the name of a Python that can run MiniStack.
 * @throws RehearsalError if the machine has none
 */
export async function findPython(): Promise<string> {
  const run = promisify(execFile);
  for (const name of newestFirst) {
    try {
      await run(name, ['-c', PROBE]);
      return name;
    } catch {
      // Not installed or not suitable: try the next one.
    }
  }
  throw new RehearsalError(
    'no Python 3.10 or newer with venv was found; install one (e.g. apt-get install python3-venv)',
  );
}
