import { readProcessName } from './processes.ts';

/** The environment of a function that runs one chunk at a time. It survives from one chunk to the next. */
export interface OwnEnvironment {
  /** Folder of temporary files. Everything in it belongs to this function. */
  folder: string;
  /** True if every process that this process can signal belongs to this function. */
  ownsProcesses: boolean;
}

/** Where Lambda puts the code of a function: https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html */
const TASK_ROOT = '/var/task';

/**
 * Returns what belongs to this function alone, and may therefore be cleared before each chunk; undefined on a machine
 * that also has files and processes of others.
 *
 * The code must really be deployed to Lambda, because to clear the environment of a person's machine would be a
 * disaster. The embedded runtime sets SCAN_OWNS_TMPDIR, and gives each environment a folder of its own.
 */
export function findOwnEnvironment(
  variables: Readonly<Record<string, string | undefined>>,
  codeFolder: string = import.meta.dirname,
): OwnEnvironment | undefined {
  if (variables.AWS_EXECUTION_ENV?.startsWith('AWS_Lambda_') && codeFolder === TASK_ROOT)
    return { folder: '/tmp', ownsProcesses: !isMachine() };
  if (variables.SCAN_OWNS_TMPDIR === 'true' && variables.TMPDIR !== undefined)
    return { folder: variables.TMPDIR, ownsProcesses: false };
  return undefined;
}

/** True if this process sees the threads of the kernel, as on a machine and not in a sandbox with its own processes. */
function isMachine(): boolean {
  return readProcessName(2) === 'kthreadd';
}
