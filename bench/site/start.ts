import { fork } from 'node:child_process';
import { join } from 'node:path';

/**
 * Starts a process that serves the site and ends with this process.
 * @returns the origin of the site, and the id of the process
 */
export async function serveSite(): Promise<{ origin: string; pid: number | undefined }> {
  const site = fork(join(import.meta.dirname, 'serve.ts'));
  const port = await new Promise((resolve, reject) => {
    site.once('message', resolve);
    site.once('exit', () => reject(new Error('the site could not be served')));
  });
  return { origin: `http://127.0.0.1:${port}`, pid: site.pid };
}
