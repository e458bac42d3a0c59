import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { StoredParameter } from '../template/stored-values.ts';
import { listenOnLoopback } from './loopback-address.ts';

/** Systems Manager's `GetParameter`, with the parameters of the templates. */
export type SsmStandIn = {
  endpoint: string;
  /** Replaces all parameters. */
  provide: (parameters: readonly StoredParameter[]) => void;
  stop: () => Promise<void>;
};

/** A request has a name of at most 2,048 characters: https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_GetParameter.html */
const LARGEST_REQUEST_BYTES = 16 * 1024;

/** Starts a server for Systems Manager's JSON protocol on a free port of its own loopback address. */
export async function startSsm(): Promise<SsmStandIn> {
  let parameters = new Map<string, StoredParameter>();
  const server = createServer(
    (request, response) => void serve(request, response, (name) => parameters.get(name)),
  );
  const endpoint = await listenOnLoopback(server);
  return {
    endpoint,
    provide: (given) => {
      parameters = new Map(given.map((parameter) => [parameter.name, parameter]));
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  find: (name: string) => StoredParameter | undefined,
): Promise<void> {
  try {
    const { Name } = await readJson(request);
    if (request.headers['x-amz-target'] !== 'AmazonSSM.GetParameter') {
      return answer(response, 400, {
        __type: 'UnknownOperationException',
        message: 'only GetParameter is served',
      });
    }
    // A name may be an ARN.
    const parameter = find(String(Name).replace(/^arn:.*?:parameter(?=\/)/, ''));
    if (!parameter) return answer(response, 400, { __type: 'ParameterNotFound' });
    const { name, type, value } = parameter;
    answer(response, 200, {
      Parameter: { Name: name, Type: type, Value: value, Version: 1, DataType: 'text' },
    });
  } catch {
    answer(response, 400, { __type: 'SerializationException', message: 'the body must be a JSON object' });
  }
}

async function readJson(request: IncomingMessage): Promise<{ Name?: unknown }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > LARGEST_REQUEST_BYTES) throw new Error('the request is too large');
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/x-amz-json-1.1' });
  response.end(JSON.stringify(body));
}
