import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Target } from '../command.ts';
import { Failure } from '../errors.ts';

const DATA_DEFAULT = '.local';

/** The used members of `runtime.json`, which the runtime writes while it runs. */
const runtimeSchema = z.object({
  pid: z.number().int().positive(),
  endpoints: z.object({ dynamodb: z.url(), cognito: z.url() }),
  credentials: z.object({ accessKeyId: z.string().min(1), secretAccessKey: z.string().min(1) }),
  region: z.string().min(1),
  outputs: z.object({
    TableName: z.string(),
    AuditTableName: z.string(),
    ApiUrl: z.string(),
    DashboardUrl: z.url().optional(),
    UserPoolId: z.string().optional(),
  }),
});

/**
 * Returns the runtime that uses a data folder. Its endpoints are set in the environment of this process, where the SDK
 * reads them, with the credentials of the administrator. They belong to no AWS account.
 * @throws Failure if no runtime uses the folder now
 */
export function findRuntime(data: string = DATA_DEFAULT): Target {
  const { endpoints, credentials, region, outputs } = readRuntime(data);
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamodb,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: endpoints.cognito,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  });
  for (const name of ['AWS_PROFILE', 'AWS_SESSION_TOKEN', 'AWS_IGNORE_CONFIGURED_ENDPOINT_URLS']) {
    delete process.env[name];
  }
  return {
    table: outputs.TableName,
    auditTable: outputs.AuditTableName,
    apiUrl: outputs.ApiUrl,
    dashboardUrl: outputs.DashboardUrl,
    userPoolId: outputs.UserPoolId,
    caller: async () => `person:${getUserName()}@local`,
  };
}

function readRuntime(data: string) {
  const file = join(data, 'runtime.json');
  const options = data === DATA_DEFAULT ? '' : ` -- --data ${data}`;
  const notRunning = `no local runtime is running in ${data}; start it with npm start${options}, name the folder of one that is running with --data DIR, or a deployed stack with --stack NAME`;
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Failure(
      code === 'ENOENT' || code === 'ENOTDIR' ? notRunning : `${file} cannot be read: ${message}`,
    );
  }
  const parsed = runtimeSchema.safeParse(parseJson(text));
  if (!parsed.success)
    throw new Failure(
      `${file} was not written by a runtime of this version; restart the runtime with npm start`,
    );
  if (!isAlive(parsed.data.pid)) throw new Failure(notRunning);
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Returns the name of the user. A container may run with a user id without a name. */
function getUserName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid-${process.getuid?.() ?? 'unknown'}`;
  }
}
