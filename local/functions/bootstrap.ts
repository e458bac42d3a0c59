/**
 * Runs one Lambda function in its own process: imports the handler once, then handles invocations one at a time.
 * bundle-bootstrap.ts bundles this file, and environment.ts starts it with an IPC channel. It has few imports because
 * its start is part of every cold start.
 */
import { existsSync } from 'node:fs';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { killTree } from '../processes/tree.ts';
import type { FromFunction, Init, Invocation, ToFunction } from './messages.ts';
import { callHandler, defineStreaming, type Handler } from './streaming.ts';

let handler: Handler | undefined;

defineStreaming();

process.on('message', (message: ToFunction) => {
  if (message.kind === 'init') void initialize(message);
  else void invoke(message);
});

// The runtime has ended. Kill the function's child processes first: after this process has ended, they can no longer
// be found.
process.on('disconnect', () => killTree(process.pid));

async function initialize({ codeFolder, handler: handlerName, compileCache }: Init): Promise<void> {
  try {
    enableCompileCache(compileCache);
    const dot = handlerName.lastIndexOf('.');
    const module = await import(pathToFileURL(findModuleFile(codeFolder, handlerName.slice(0, dot))).href);
    const exported = module[handlerName.slice(dot + 1)] ?? module.default?.[handlerName.slice(dot + 1)];
    if (typeof exported !== 'function')
      throw new Error(`${handlerName} is not exported by the function's code`);
    handler = exported;
    send({ kind: 'ready' });
  } catch (error) {
    fail(error);
  }
}

function findModuleFile(folder: string, name: string): string {
  const file = ['.mjs', '.js', '.cjs'].map((extension) => join(folder, name + extension)).find(existsSync);
  if (!file) throw new Error(`${folder} contains no ${name}.mjs, .js or .cjs`);
  return file;
}

async function invoke(invocation: Invocation): Promise<void> {
  const context = {
    awsRequestId: invocation.requestId,
    callbackWaitsForEmptyEventLoop: true,
    functionName: invocation.functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: invocation.functionArn,
    logGroupName: process.env.AWS_LAMBDA_LOG_GROUP_NAME,
    logStreamName: process.env.AWS_LAMBDA_LOG_STREAM_NAME,
    memoryLimitInMB: String(invocation.memoryMegabytes),
    tenantId: invocation.tenantId,
    getRemainingTimeInMillis: () => Math.max(0, invocation.deadline - Date.now()),
  };
  process.env._X_AMZN_TRACE_ID = invocation.traceHeader;
  try {
    const onBytes = (bytes: Uint8Array, done: (error: Error | null) => void) =>
      send({ kind: 'bytes', bytes }, done);
    const result = await callHandler(handler, JSON.parse(invocation.event), context, onBytes);
    send({ kind: 'result', result: JSON.stringify(result) });
  } catch (error) {
    fail(error);
  }
  // Node.js would write it when the process exits, but an environment is killed. Only now, so that the cache contains
  // the functions that an invocation calls. Node.js writes the code of a module only once.
  flushCompileCache();
}

function fail(error: unknown): void {
  console.error(error);
  const known = error instanceof Error;
  send({
    kind: 'error',
    errorType: known ? error.name : 'Error',
    message: known ? error.message : String(error),
  });
}

function send(message: FromFunction, sent?: (error: Error | null) => void): void {
  process.send?.(message, undefined, undefined, sent);
}
