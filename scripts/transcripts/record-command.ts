import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const mainFile = join(import.meta.dirname, '..', '..', 'cli', 'main.ts');

/** Runs the command and returns a transcript, as a shell shows it: the command line, both outputs and the exit code. */
export async function recordCommand(
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ transcript: string; exitCode: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'transcript-'));
  try {
    // One file for both outputs keeps their order.
    const printed = await open(join(folder, '.printed'), 'a');
    const child = spawn(process.execPath, [mainFile, ...argv], {
      cwd: folder,
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', printed.fd, printed.fd],
    });
    const [exitCode] = await once(child, 'close').finally(() => printed.close());
    const text = await readFile(join(folder, '.printed'), 'utf8');
    const typed = ['a11y-scan', ...argv].join(' ');
    return { transcript: `$ ${typed}\n${text}$ echo $?\n${exitCode}\n`, exitCode };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
