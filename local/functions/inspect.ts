import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LambdaFunction } from '../template/service.ts';

/** The port that debuggers try first: https://nodejs.org/en/learn/getting-started/debugging */
export const INSPECTOR_PORT = 9229;

/** A function that waits for a debugger before it runs. */
export type Inspection = {
  /** Its name in the sources, such as `scan-pages`. */
  name: string;
  /** The port on which its process listens for the debugger. */
  port: number;
};

/** The name is not that of a function. */
export class UnknownFunctionError extends Error {
  override name = 'UnknownFunctionError';
}

/** Returns the flag of Node.js that lets a process wait for a debugger. Only this machine can connect. */
export function buildInspectFlag(port: number): string {
  return `--inspect-wait=127.0.0.1:${port}`;
}

/** What Node.js writes if it listens for a debugger, and if it cannot. */
const INSPECTOR_LINE = /^(Debugger listening on|Starting inspector on) .*$/m;

/**
 * Finds a function by its name in the sources, such as `scan-pages`.
 * @throws UnknownFunctionError that lists the names if there is no such function
 */
export function findFunction(functions: readonly LambdaFunction[], name: string): LambdaFunction {
  const found = functions.find((lambda) => toName(lambda) === name);
  if (found !== undefined) return found;
  throw new UnknownFunctionError(
    `There is no function ${name}. There are: ${functions.map(toName).sort().join(', ')}`,
  );
}

/**
 * Writes an entry module that loads a function from its sources instead of from its bundle, so that breakpoints are in
 * the lines of the sources. It does what the entry point of the bundle does (`lib/bundle/function-entry.ts`).
 * @param name name of the function's folder
 * @param folder where `index.mjs` is written
 */
export async function writeSourceEntry(name: string, folder: string): Promise<void> {
  const handler = new URL(`../../functions/${name}/handler.ts`, import.meta.url);
  const entry = `import { createHandler } from ${JSON.stringify(handler.href)};
export const handler = createHandler(process.env);
`;
  await writeFile(join(folder, 'index.mjs'), entry);
}

/** Returns the line in which Node.js says where it listens for a debugger, or why it cannot. */
export function findInspectorLine(log: string): string | undefined {
  return INSPECTOR_LINE.exec(log)?.[0];
}

/** `ScanPagesFunction1A2B3C4D` is the logical id that the CDK makes of `scan-pages`. */
function toName({ logicalId }: LambdaFunction): string {
  return logicalId
    .replace(/(Function)?[0-9A-F]{8}$/, '')
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-')
    .toLowerCase();
}
