import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { cp, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Credentials } from '../../local/iam/credentials.ts';
import type { Runtime } from '../../local/runtime.ts';
import type { Endpoints } from '../../local/stand-ins/provision.ts';

/** Facts about the shared service that a test needs. */
export interface SharedService {
  baseUrl: string;
  port: number;
  endpoints: Endpoints;
  credentials: Credentials;
  outputs: Readonly<Record<string, string>>;
  /** Name of the report bucket. */
  bucket: string;
  /** URL that accepts invocations of functions. */
  controlUrl: string;
  /** Folder of the synthesized stacks. */
  assembly: string;
}

const FILE = 'shared.json';
/** Written instead, with the reason, if the service fails to start. */
const FAILURE_FILE = 'failure.txt';
const START_TIMEOUT_MS = 240_000;

/** Publishes the service to the tests as soon as it responds. */
export function writeSharedService(folder: string, service: SharedService): void {
  const temporary = join(folder, `${FILE}.new`);
  writeFileSync(temporary, JSON.stringify(service));
  renameSync(temporary, join(folder, FILE));
}

/** Reports to the tests that the service failed to start. */
export function writeFailure(folder: string, reason: string): void {
  writeFileSync(join(folder, FAILURE_FILE), reason);
}

/** Waits until the shared service responds and returns the facts that a test needs. */
export async function readSharedService(folder: string): Promise<SharedService> {
  for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline; await sleep(50)) {
    if (existsSync(join(folder, FILE))) return JSON.parse(readFileSync(join(folder, FILE), 'utf8'));
    const failure = join(folder, FAILURE_FILE);
    if (existsSync(failure)) throw new Error(readFileSync(failure, 'utf8'));
  }
  throw new Error('the shared service did not start in time');
}

/** Links the browser that the shared service unpacked into another data folder, because it is 200 MB. */
export async function linkBrowser(shared: string, dataFolder: string): Promise<void> {
  await mkdir(join(shared, 'chromium'), { recursive: true });
  await symlink(join(shared, 'chromium'), join(dataFolder, 'chromium'));
}

/** Links the stacks and the browser of the shared service into a data folder for `npm start`. */
export async function prepareDataFolder(shared: string, dataFolder: string): Promise<void> {
  const { assembly } = await readSharedService(shared);
  await symlink(assembly, join(dataFolder, 'cdk.out'));
  await cp(`${assembly}.inputs`, join(dataFolder, 'cdk.out.inputs'));
  await linkBrowser(shared, dataFolder);
}

/** Returns the name of the report bucket of the service. */
export function onlyBucket({ service }: Runtime): string {
  const [bucket, ...others] = service.buckets.filter(({ logicalId }) => logicalId.startsWith('ReportBucket'));
  if (!bucket || others.length > 0) throw new Error('the service does not have exactly one report bucket');
  return bucket.name;
}
