import {
  type Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { Guard, type Permitted } from '../iam/guard.ts';
import { buildRefusalResponse, Refusal } from '../iam/refusal.ts';
import { parseServiceRequest, type ServiceName, type ServiceRequest } from '../iam/service-request.ts';
import { listenOnLoopback } from './loopback-address.ts';

/** A call to a stand-in. */
export type StandInCall = {
  service: ServiceName;
  /** `TransactWriteItems`, `SendMessage`, `PutObject` … */
  action: string;
  /** Whether the call changes data. */
  writes: boolean;
};

/** Functions that decide about each call, by the access key of the caller. */
export type ProxyFaults = {
  /**
   * Called before the call is passed on. If true, the call is dropped and the caller gets a 503, as from an
   * overloaded service.
   */
  fails: (accessKeyId: string, call: StandInCall) => boolean;
  /**
   * Called after a write succeeded. If true, the caller is killed: the write stays, and neither this call nor any
   * later one with its access key gets a response.
   */
  kills: (accessKeyId: string, call: StandInCall) => boolean;
};

export type ProxyOptions = {
  /** Decides which requests are permitted. If it is missing, all are, and callers are not distinguished. */
  guard?: Guard | undefined;
  faults?: ProxyFaults | undefined;
};

/** Agents that connect to the stand-ins. */
export type Targets = Partial<Record<ServiceName, Agent>>;

const WRITES =
  /^(TransactWriteItems|PutItem|UpdateItem|DeleteItem|BatchWriteItem|SendMessage|SendMessageBatch|PutObject|DeleteObject|AdminCreateUser)$/;

/** Far more than a request with a body of JSON has. */
const LARGEST_BODY_BYTES = 16 * 1024 * 1024;

/**
 * The proxy in front of the stand-ins: one address for all services. It refuses requests that the policies of the
 * templates do not allow, and injects faults.
 */
export class ServiceProxy {
  /** Address of all services. */
  readonly url: string;
  private readonly server: Server;
  private readonly targets: Targets;

  private constructor(url: string, server: Server, targets: Targets) {
    this.url = url;
    this.server = server;
    this.targets = targets;
  }

  static async start(targets: Targets, options: ProxyOptions): Promise<ServiceProxy> {
    const killed = new Set<string>();
    const server = createServer((incoming, outgoing) => {
      forward({ targets, options, killed, incoming, outgoing }).catch(() => outgoing.destroy());
    });
    return new ServiceProxy(await listenOnLoopback(server), server, targets);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    for (const agent of Object.values(this.targets)) agent.destroy();
  }
}

type Exchange = {
  targets: Targets;
  options: ProxyOptions;
  /** Access keys of killed callers. */
  killed: Set<string>;
  incoming: IncomingMessage;
  outgoing: ServerResponse;
};

async function forward(exchange: Exchange): Promise<void> {
  const { options, killed, incoming, outgoing } = exchange;
  const { faults, guard } = options;
  const request = parseServiceRequest(incoming.method ?? '', incoming.url ?? '', incoming.headers);
  const { service, action } = request;
  const body = guard && Guard.needsBody(request) ? await readBody(incoming) : undefined;

  let permitted: Permitted | undefined;
  try {
    // S3 also reads the name of a bucket from the host, where the guard does not look.
    if (guard && incoming.headers.host !== formatOwnHost(incoming))
      throw new Refusal('AccessDenied', 'the header Host is not the address of the service');
    permitted = await guard?.check(request, body);
  } catch (error) {
    if (error instanceof Refusal) return refuse(exchange, request, error);
    throw error;
  }
  const accessKeyId = permitted?.accessKeyId ?? '';
  if (killed.has(accessKeyId)) return;
  const call = action === undefined ? undefined : { service, action, writes: WRITES.test(action) };
  if (call && faults?.fails(accessKeyId, call)) {
    incoming.resume();
    outgoing.writeHead(503, {
      'x-amzn-errortype': 'ServiceUnavailable',
      'content-type': 'application/x-amz-json-1.0',
    });
    outgoing.end('{"__type":"ServiceUnavailable","message":"failed on purpose"}');
    return;
  }

  const response = await send(exchange, request, body);
  const status = response.statusCode ?? 502;
  if (status === 404) {
    try {
      permitted?.refuseMissing();
    } catch (error) {
      response.resume();
      return refuse(exchange, request, error as Refusal);
    }
  }
  if (call?.writes && faults) {
    const content = await readBody(response);
    // The connection stays open: a refused connection would be a response, and the code of a killed function could
    // react to it.
    if (status < 300 && !killed.has(accessKeyId) && faults.kills(accessKeyId, call)) killed.add(accessKeyId);
    if (killed.has(accessKeyId)) return;
    outgoing.writeHead(status, response.rawHeaders);
    outgoing.end(content);
    return;
  }
  if (killed.has(accessKeyId)) return;
  outgoing.writeHead(status, response.rawHeaders);
  // `pipeline` would create an AbortError, with its stack, for each of these many responses.
  response.once('error', () => outgoing.destroy()).pipe(outgoing);
}

/** Passes a request on and resolves with the response, whose body has not been read. */
function send(
  { targets, incoming, outgoing }: Exchange,
  { service, method, headers }: ServiceRequest,
  body: Buffer | undefined,
): Promise<IncomingMessage> {
  const agent = targets[service];
  if (agent === undefined) throw new Error(`nothing serves ${service}`);
  const upstream = httpRequest({ agent, method, path: incoming.url, headers });
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) upstream.destroy();
  });
  return new Promise((resolve, reject) => {
    upstream.once('response', resolve);
    upstream.once('error', reject);
    if (body) upstream.end(body);
    else incoming.pipe(upstream);
  });
}

function refuse({ incoming, outgoing }: Exchange, { service }: ServiceRequest, refusal: Refusal): void {
  incoming.resume();
  const { status, headers, body } = buildRefusalResponse(service, refusal);
  outgoing.writeHead(status, headers);
  outgoing.end(incoming.method === 'HEAD' ? undefined : body);
}

function formatOwnHost({ socket }: IncomingMessage): string {
  return `${socket.localAddress}:${socket.localPort}`;
}

async function readBody(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > LARGEST_BODY_BYTES) throw new Error('the body is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
