import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A stand-in for the parameters of Systems Manager. */
export interface TestParameters {
  endpoint: string;
  values: Map<string, string>;
  /** Sets the parameter `sign-in` to the settings of an identity provider, for a dashboard at this origin. */
  setSignIn(origin: string): void;
  stop(): Promise<void>;
}

/** Starts the stand-in on a free port. */
export async function startParameters(): Promise<TestParameters> {
  const values = new Map<string, string>();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { Name } = JSON.parse(body) as { Name: string };
    const Value = values.get(Name);
    response.setHeader('Content-Type', 'application/x-amz-json-1.1');
    if (Value === undefined) response.writeHead(400).end('{"__type":"ParameterNotFound"}');
    else response.end(JSON.stringify({ Parameter: { Name, Value } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    endpoint,
    values,
    setSignIn(origin) {
      const settings = { origin, issuer: 'https://id.example', clientId: 'c', signOut: { kind: 'oidc' } };
      values.set('sign-in', JSON.stringify(settings));
    },
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
