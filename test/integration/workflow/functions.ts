import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { callHandler, defineStreaming } from '../../../local/functions/streaming.ts';
import { AddressAgent } from '../../../local/stand-ins/agents.ts';
import { ServiceProxy } from '../../../local/stand-ins/service-proxy.ts';

/** A function of the scan workflow, by the name of its folder. */
export type FunctionName =
  | 'trigger-scan'
  | 'plan-scan'
  | 'dispatch-chunk'
  | 'scan-pages'
  | 'record-outcomes'
  | 'finish-scan'
  | 'dispatch-events'
  | 'sweep-scans'
  | 'delete-site-objects'
  | 'deliver-webhooks';

/**
 * Called after each successful write of a function; returns true to kill the function before it gets the response.
 */
export type KillAfterWrite = (name: FunctionName) => boolean;

export class FunctionKilled extends Error {
  override name = 'FunctionKilled';
}

type OnBytes = (bytes: Uint8Array) => void;
type Invoke = (event: unknown, onBytes?: OnBytes) => Promise<unknown>;

/** The functions in this process, which are invoked one at a time. */
export interface Functions {
  /** @throws FunctionKilled; the next invocation of the function has a new environment */
  invoke(name: FunctionName, event: unknown, onBytes?: OnBytes): Promise<unknown>;
}

/** Returns the functions, each with an execution environment that serves its invocations until it is killed. */
export function openFunctions(killAfterWrite?: KillAfterWrite): Functions {
  const environments = new Map<FunctionName, Invoke>();
  defineStreaming();

  async function openEnvironment(name: FunctionName): Promise<Invoke> {
    if (killAfterWrite === undefined) return loadFunction(name, process.env);
    const killed = Promise.withResolvers<never>();
    // It is never stopped, because a stop would answer the calls of a killed function.
    const { dynamodb, sqs, s3 } = standIns();
    const targets = {
      dynamodb: new AddressAgent(dynamodb),
      sqs: new AddressAgent(sqs),
      s3: new AddressAgent(s3),
    };
    const proxy = await ServiceProxy.start(targets, {
      faults: {
        fails: () => false,
        kills() {
          const isKilled = killAfterWrite(name);
          if (isKilled) killed.reject(new FunctionKilled(name));
          return isKilled;
        },
      },
    });
    // Modules have their own clients, which belong to one environment.
    vi.resetModules();
    const variables = variablesAt(proxy.url);
    const invoke = await loadFunction(name, { ...process.env, ...variables });
    return (event, onBytes) =>
      withVariables(variables, () => Promise.race([invoke(event, onBytes), killed.promise]));
  }

  return {
    async invoke(name, event, onBytes) {
      const environment = environments.get(name) ?? (await openEnvironment(name));
      environments.set(name, environment);
      try {
        return await environment(event, onBytes);
      } catch (error) {
        if (error instanceof FunctionKilled) environments.delete(name);
        throw error;
      }
    },
  };
}

async function loadFunction(name: FunctionName, environment: NodeJS.ProcessEnv): Promise<Invoke> {
  const { createHandler } = await import(`../../../functions/${name}/handler.ts`);
  const handler = createHandler(environment);
  return (event, onBytes) => {
    const context = {
      functionName: name,
      awsRequestId: randomUUID(),
      getRemainingTimeInMillis: () => 600_000,
    };
    return callHandler(handler, event, context, (bytes, done) => {
      onBytes?.(bytes);
      done(null);
    });
  };
}

function standIns() {
  const {
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb = '',
    AWS_ENDPOINT_URL_SQS: sqs = '',
    AWS_ENDPOINT_URL_S3: s3 = '',
  } = process.env;
  return { dynamodb, sqs, s3 };
}

/**
 * Returns the variables that name stand-ins, with the address of a proxy. Messages are sent to the origins of queue
 * URLs.
 */
function variablesAt(proxy: string): Record<string, string> {
  const { sqs } = standIns();
  const variables: Record<string, string> = {};
  for (const [name, value = ''] of Object.entries(process.env)) {
    if (/_QUEUE_URL/.test(name)) variables[name] = value.replace(sqs, proxy);
    if (/^AWS_ENDPOINT_URL_(DYNAMODB|SQS|S3)$/.test(name)) variables[name] = proxy;
  }
  return variables;
}

/**
 * Calls with other environment variables of this process. An AWS SDK client reads its endpoint from them at its first
 * command.
 */
async function withVariables<Result>(
  variables: Record<string, string>,
  call: () => Promise<Result>,
): Promise<Result> {
  const before = Object.fromEntries(Object.keys(variables).map((name) => [name, process.env[name]]));
  Object.assign(process.env, variables);
  try {
    return await call();
  } finally {
    Object.assign(process.env, before);
  }
}
