import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call of a function to a stand-in. */
export type StandInCall = {
  service: 'dynamodb' | 'sqs' | 's3';
  /** `TransactWriteItems`, `SendMessage`, `PutObject` … */
  action: string;
  /** Whether the call changes data. */
  writes: boolean;
};

/** Functions that decide about each call. */
export type ProxyHooks = {
  /**
   * Called before the call is passed on. If true, the call is dropped and the function gets a 503, as from an
   * overloaded service.
   */
  fails: (call: StandInCall) => boolean;
  /**
   * Called after a write succeeded. If true, the caller is killed: the write stays, and neither this call nor any
   * later one gets a response.
   */
  kills: (call: StandInCall) => boolean;
};

const WRITES =
  /^(TransactWriteItems|PutItem|UpdateItem|DeleteItem|BatchWriteItem|SendMessage|SendMessageBatch|PutObject|DeleteObject)$/;

/** Addresses of the stand-ins. */
export type Targets = Record<StandInCall['service'], string>;

/** A proxy between one environment of a function and the stand-ins. Records its calls and injects faults. */
export class RecordingProxy {
  /** Address of all stand-ins for this environment. */
  readonly url: string;
  private readonly server: Server;

  private constructor(url: string, server: Server) {
    this.url = url;
    this.server = server;
  }

  static async start(targets: Targets, hooks: ProxyHooks): Promise<RecordingProxy> {
    const caller = { isKilled: false };
    const server = createServer((incoming, outgoing) => {
      if (caller.isKilled) return;
      forward(targets, incoming, outgoing, hooks, caller).catch(() => outgoing.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return new RecordingProxy(`http://127.0.0.1:${port}`, server);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

async function forward(
  targets: Targets,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  hooks: ProxyHooks,
  caller: { isKilled: boolean },
): Promise<void> {
  const call = parseStandInCall(incoming);
  if (call && hooks.fails(call)) {
    incoming.resume();
    outgoing.writeHead(503, {
      'x-amzn-errortype': 'ServiceUnavailable',
      'content-type': 'application/x-amz-json-1.0',
    });
    outgoing.end('{"__type":"ServiceUnavailable","message":"failed on purpose"}');
    return;
  }
  const { hostname, port } = new URL(targets[call?.service ?? 's3']);
  const { method, url: path, headers } = incoming;
  const upstream = httpRequest({ hostname, port, method, path, headers });
  incoming.pipe(upstream);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    upstream.once('response', resolve);
    upstream.once('error', reject);
  });
  const chunks: Buffer[] = [];
  for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);

  const status = response.statusCode ?? 502;
  if (!caller.isKilled && call?.writes && status < 300) caller.isKilled = hooks.kills(call);
  // The connection stays open: a refused connection would be a response, and the code of a killed function could
  // react to it.
  if (caller.isKilled) return;
  outgoing.writeHead(status, response.rawHeaders);
  outgoing.end(Buffer.concat(chunks));
}

/**
 * Returns the service and action of a request. S3 requests state the action by method and path, the other two
 * services by a header.
 */
function parseStandInCall(incoming: IncomingMessage): StandInCall | undefined {
  const [api, action] = String(incoming.headers['x-amz-target'] ?? '').split('.');
  if (action) {
    return { service: api === 'AmazonSQS' ? 'sqs' : 'dynamodb', action, writes: WRITES.test(action) };
  }
  const objectActions: Record<string, string> = {
    GET: 'GetObject',
    PUT: 'PutObject',
    DELETE: 'DeleteObject',
  };
  const object = objectActions[incoming.method ?? ''];
  return object === undefined ? undefined : { service: 's3', action: object, writes: WRITES.test(object) };
}
