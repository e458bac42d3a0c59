import { type ChildProcess, execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root folder of the repository. */
export const rootFolder = dirname(dirname(fileURLToPath(import.meta.url)));

/** All files that the synthesized template and the bundles are built from. */
export const inputPaths = [
  'adapters',
  'bin',
  'cdk.json',
  'core',
  'dashboard',
  'formats',
  'functions',
  'lib',
  'package-lock.json',
  'package.json',
  'scanner',
  'tsconfig.json',
  'use-cases',
];

/** The sender of mails on one machine. The local SES accepts every address. */
const LOCAL_SENDER = 'scans@a11y-scan.example';

/** The stack could not be synthesized. The message ends with the output of the CDK app. */
export class SynthesisError extends Error {
  override name = 'SynthesisError';
}

/**
 * Synthesizes the service's stack into a folder, unless that was done before from the same inputs.
 *
 * @param folder the cloud assembly; a file beside it records the hash of the inputs
 * @param stage name of the stage settings
 * @param onStart gets the process of the CDK app if the stack must be synthesized
 * @returns true if the stack was synthesized now
 * @throws SynthesisError
 */
export async function synthesize(
  folder: string,
  stage = 'dev',
  onStart?: (app: ChildProcess) => void,
): Promise<boolean> {
  const hashFile = `${folder}.inputs`;
  const inputs = `${process.version} ${stage} ${LOCAL_SENDER} ${hashInputs(rootFolder)}`;
  if (
    existsSync(join(folder, 'manifest.json')) &&
    existsSync(hashFile) &&
    readFileSync(hashFile, 'utf8') === inputs
  )
    return false;
  rmSync(hashFile, { force: true }); // an incomplete assembly must have no recorded hash
  rmSync(folder, { recursive: true, force: true }); // removes the bundles of earlier sources
  await runApp(folder, stage, onStart);
  writeFileSync(hashFile, inputs);
  return true;
}

/**
 * Runs the CDK app without the CDK command line, which would only pass on the context of cdk.json and start this
 * process.
 */
function runApp(folder: string, stage: string, onStart?: (app: ChildProcess) => void): Promise<void> {
  const { context = {} } = JSON.parse(readFileSync(join(rootFolder, 'cdk.json'), 'utf8')) as {
    context?: object;
  };
  return new Promise((resolve, reject) => {
    const app = execFile(
      process.execPath,
      [join(rootFolder, 'bin', 'app.ts')],
      {
        cwd: rootFolder,
        env: {
          ...process.env,
          CDK_OUTDIR: folder,
          CDK_CONTEXT_JSON: JSON.stringify({ ...context, stage, mailSender: LOCAL_SENDER }),
          // The CDK's check of a template against CloudFormation's rules is for deployments and takes more than half
          // of the time of a synthesis. The tests and all other syntheses run it.
          CDK_VALIDATION: 'false',
        },
        maxBuffer: 64 * 1024 * 1024,
      },
      (error, stdout, stderr) => {
        if (!error) return resolve();
        const output = `${stderr}\n${stdout}`.trim().split('\n').slice(-30).join('\n');
        reject(new SynthesisError(`the stacks could not be synthesized (node bin/app.ts):\n${output}`));
      },
    );
    onStart?.(app);
  });
}

function hashInputs(root: string): string {
  const hash = createHash('sha256');
  for (const input of inputPaths) {
    for (const file of listFiles(join(root, input))) {
      const content = readFileSync(file);
      hash.update(`${relative(root, file)} ${content.length}\n`).update(content);
    }
  }
  return hash.digest('hex');
}

function listFiles(path: string): string[] {
  if (!existsSync(path)) return [];
  try {
    return readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => !file.includes('node_modules'))
      .sort();
  } catch {
    return [path]; // a single file
  }
}
