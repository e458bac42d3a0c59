import { realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Chromium } from '../chromium-pack/chromium.ts';
import type { SandboxedProgram } from '../sandbox/sandbox.ts';
import { buildBrowserEnvironment } from './browser-environment.ts';

/**
 * Returns how a browser is started in the sandbox: with which variables, and which folders it may read.
 * @param directory the browser's directory
 * @param args its arguments
 */
export async function buildSandboxedBrowser(
  chromium: Chromium,
  directory: string,
  args: readonly string[],
): Promise<SandboxedProgram> {
  const isPacked = chromium.kind === 'packed';
  const executable = isPacked ? chromium.executable : await realpath(chromium.executable);
  return {
    command: [executable, ...args],
    env: buildBrowserEnvironment(chromium, directory),
    folders: [dirname(executable), ...(isPacked ? [chromium.libraries, chromium.fontConfig] : [])],
  };
}
