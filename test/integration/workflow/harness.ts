import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { APIGatewayProxyResult, SQSBatchResponse } from 'aws-lambda';
import type { ScanView } from '../../../core/scans/scan.ts';
import { createLambdaApi } from '../../../local/functions/lambda-api.ts';
import { listenOnLoopback } from '../../../local/stand-ins/loopback-address.ts';
import { startParameters } from '../../support/parameters.ts';
import { type Api, startApi, type TestKey } from '../api/harness.ts';
import { replaceBrowser, type ScanPage } from './browser.ts';
import {
  FunctionKilled,
  type FunctionName,
  type Functions,
  type KillAfterWrite,
  openFunctions,
} from './functions.ts';

/** The API and the functions of the scan workflow in this process. A function of the test replaces the browser. */
export interface Workflow {
  api: Api;
  /** The origin of a server that has neither robots.txt nor sitemap. */
  origin: string;
  /** Triggers a scan and runs it to its end. */
  scan(key: TestKey, siteId: string, config: object): Promise<ScanView>;
  /** Delivers the messages of all queues to the functions until the queues are empty. */
  drainQueues(): Promise<void>;
  /** Runs the sweeper at a simulated time. */
  sweep(time: Date): Promise<void>;
  /** Deletes the objects of deleted scans and sites that are due at a simulated time. */
  deleteSiteObjects(time: Date): Promise<void>;
  stop(): Promise<void>;
}

/** The origin of the dashboard. */
const DASHBOARD = 'https://dashboard.example.com';

/** The queues with the functions that they invoke, and the batch size of each. */
const eventSources: { queue: string; name: FunctionName; batchSize: number }[] = [
  { queue: 'plan', name: 'plan-scan', batchSize: 1 },
  { queue: 'scan', name: 'dispatch-chunk', batchSize: 1 },
  { queue: 'record', name: 'record-outcomes', batchSize: 10 },
  { queue: 'finish', name: 'finish-scan', batchSize: 1 },
  { queue: 'events', name: 'dispatch-events', batchSize: 1 },
];

let functions: Functions;
let lambdaUrl: Promise<string> | undefined;

/**
 * Starts the stand-in for Lambda's API once, and returns its URL. The client of it belongs to a module, which test
 * files may share.
 */
function startLambda(): Promise<string> {
  lambdaUrl ??= listenOnLoopback(
    createLambdaApi(async (_name, event, { onBytes }) => {
      return (await functions.invoke('scan-pages', event, onBytes)) ?? null;
    }),
  );
  return lambdaUrl;
}

/** Starts the stand-ins and loads the functions. */
export async function startWorkflow(scanPage: ScanPage, killAfterWrite?: KillAfterWrite): Promise<Workflow> {
  const server = createServer((_request, response) => response.writeHead(404).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const parameters = await startParameters();
  parameters.setSignIn(DASHBOARD);
  const api = await startApi({
    SCAN_LOOPBACK_PORTS: '*',
    UNFINISHED_SCANS_LIMIT: '50',
    AWS_ENDPOINT_URL_SSM: parameters.endpoint,
    SIGN_IN_PARAMETER: 'sign-in',
  });
  const urlOf = (queue: string) => `${api.aws.url}/000000000000/${queue}`;
  for (const queue of ['scan', 'record']) api.aws.createQueue(queue);
  Object.assign(process.env, {
    RETENTION_DAYS: '365',
    SCAN_QUEUE_URL_HIGH: urlOf('scan'),
    SCAN_QUEUE_URL_NORMAL: urlOf('scan'),
    SCAN_QUEUE_URL_LOW: urlOf('scan'),
    RECORD_QUEUE_URL: urlOf('record'),
    BROWSER_FUNCTION_ARN: 'arn:aws:lambda:eu-central-1:000000000000:function:scan-pages',
    BROWSER_RESPONSES: 'streamed',
    PAGES_PER_CHUNK: '5',
    CHUNKS_IN_FLIGHT: '8',
    HOST_CONCURRENCY: '4',
    PAGES_PER_MONTH_LIMIT: '1000',
  });
  replaceBrowser(scanPage);
  functions = openFunctions(killAfterWrite);
  Object.assign(process.env, { AWS_ENDPOINT_URL_LAMBDA: await startLambda() });
  api.replaceHandler('trigger-scan', async (event) => {
    return (await functions.invoke('trigger-scan', event)) as APIGatewayProxyResult;
  });
  const sqs = new SQSClient({ endpoint: api.aws.url });

  /** Invokes a function with messages of its queue, which return at once if the function is killed. */
  async function deliver(name: FunctionName, queue: string, messages: Message[]): Promise<void> {
    const entries = messages.map(({ ReceiptHandle }, at) => ({ Id: `${at}`, ReceiptHandle }));
    const QueueUrl = urlOf(queue);
    try {
      const failed = await functions.invoke(name, { Records: messages.map(recordOf) });
      const { batchItemFailures } = failed as SQSBatchResponse;
      if (batchItemFailures.length > 0) {
        throw new Error(`${name} failed with ${messages.map(({ Body }) => Body).join(', ')}`);
      }
      await sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries: entries }));
    } catch (error) {
      if (!(error instanceof FunctionKilled)) throw error;
      const Entries = entries.map((entry) => ({ ...entry, VisibilityTimeout: 0 }));
      await sqs.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries }));
    }
  }

  async function drainQueues(): Promise<void> {
    for (let isBusy = true; isBusy; ) {
      isBusy = false;
      for (const { queue, name, batchSize } of eventSources) {
        while (api.aws.isWaiting(queue)) {
          isBusy = true;
          const { Messages = [] } = await sqs.send(
            new ReceiveMessageCommand({
              QueueUrl: urlOf(queue),
              MaxNumberOfMessages: batchSize,
              WaitTimeSeconds: 0,
              MessageSystemAttributeNames: ['ApproximateReceiveCount'],
            }),
          );
          await deliver(name, queue, Messages);
        }
      }
    }
  }

  return {
    api,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    drainQueues,
    async scan(key, siteId, config) {
      const { status, text, json } = await key.call('POST', `/sites/${siteId}/scans`, { body: { config } });
      if (status !== 202) throw new Error(`the trigger answered ${status}: ${text}`);
      await drainQueues();
      const scan: ScanView = (await key.call('GET', `/scans/${json.id}`)).json;
      if (scan.report === 'pending') throw new Error(`the scan did not end: ${JSON.stringify(scan)}`);
      return scan;
    },
    async sweep(time) {
      await functions.invoke('sweep-scans', { id: 'sweep', time: time.toISOString() });
    },
    async deleteSiteObjects(time) {
      await functions.invoke('delete-site-objects', { time: time.toISOString() });
    },
    async stop() {
      sqs.destroy();
      server.close();
      await api.stop();
      await parameters.stop();
    },
  };
}

function recordOf({ MessageId, ReceiptHandle, Body, Attributes }: Message) {
  return {
    messageId: MessageId,
    receiptHandle: ReceiptHandle,
    body: Body,
    attributes: Attributes,
    eventSourceARN: 'arn:aws:sqs:eu-central-1:000000000000:queue',
  };
}
