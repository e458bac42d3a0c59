import { describe, expect, it } from 'vitest';
import { FunctionError, FunctionTimeoutError } from '../../../local/functions/errors.ts';
import { authorize } from '../../../local/gateway/authorize.ts';
import { buildGatewayResponse } from '../../../local/gateway/gateway-responses.ts';
import { handleRequest } from '../../../local/gateway/handle.ts';
import {
  buildAuthorizerEvent,
  buildMethodArn,
  buildProxyEvent,
  type GatewayRequest,
} from '../../../local/gateway/request.ts';
import { MalformedResponseError, toWireResponse } from '../../../local/gateway/response.ts';
import { findMethod } from '../../../local/gateway/routes.ts';
import type { ApiMethod, GatewayResponse, RestApi } from '../../../local/template/rest-api.ts';

const method = (httpMethod: string, resourcePath: string, authorizerId?: string): ApiMethod => ({
  resourcePath,
  resourceId: resourcePath,
  httpMethod,
  functionArn: `arn:${httpMethod} ${resourcePath}`,
  roleArn: undefined,
  authorizerId,
  timeoutMilliseconds: 29_000,
});

const request = (changes: Partial<GatewayRequest> = {}): GatewayRequest => ({
  requestId: '11111111-2222-3333-4444-555555555555',
  httpMethod: 'GET',
  path: '/api/v1/sites/site%201',
  query: 'a=1&a=2&b=%C3%A9+x&c',
  rawHeaders: ['Host', 'localhost:3000', 'X-API-Key', 'key_1', 'Accept', 'text/html', 'accept', 'text/plain'],
  body: Buffer.from(''),
  sourceIp: '127.0.0.1',
  host: 'localhost:3000',
  protocol: 'http',
  receivedAt: new Date('2026-02-03T04:05:06.789Z'),
  apiId: 'abc',
  stage: 'api',
  ...changes,
});

describe('routing', () => {
  const methods = [
    method('GET', '/v1/sites'),
    method('ANY', '/v1/sites'),
    method('ANY', '/v1/sites/{id}'),
    method('GET', '/v1/sites/mine'),
    method('GET', '/v1/sites/{id}/scans'),
    method('GET', '/v1/files/{path+}'),
  ];
  const route = (httpMethod: string, path: string) => {
    const match = findMethod(methods, httpMethod, path);
    return match && [match.method.functionArn, match.pathParameters];
  };

  it('prefers the method itself to ANY', () => {
    expect(route('GET', '/v1/sites')).toEqual(['arn:GET /v1/sites', {}]);
    expect(route('POST', '/v1/sites')).toEqual(['arn:ANY /v1/sites', {}]);
  });

  it('prefers a literal segment to a parameter, and does not backtrack', () => {
    expect(route('GET', '/v1/sites/mine')).toEqual(['arn:GET /v1/sites/mine', {}]);
    expect(route('POST', '/v1/sites/mine')).toBeUndefined();
  });

  it('decodes path parameters, and does not change an invalid escape', () => {
    expect(route('GET', '/v1/sites/a%20b%2Fc')).toEqual(['arn:ANY /v1/sites/{id}', { id: 'a b/c' }]);
    expect(route('GET', '/v1/sites/%zz')).toEqual(['arn:ANY /v1/sites/{id}', { id: '%zz' }]);
  });

  it('passes the rest of the path to a greedy parameter', () => {
    expect(route('GET', '/v1/files/a/b%20c')).toEqual(['arn:GET /v1/files/{path+}', { path: 'a/b c' }]);
  });

  it.each(['/', '/v1', '/v1/sites//scans', '/v1/sites/a/scans/b', '/v1/site', '/v1/files'])(
    'finds no resource at %s',
    (path) => {
      expect(route('GET', path)).toBeUndefined();
    },
  );

  it('ignores one slash at the end', () => {
    expect(route('GET', '/v1/sites/')).toEqual(['arn:GET /v1/sites', {}]);
    expect(route('GET', '/v1/sites//')).toBeUndefined();
  });
});

describe('the event of a proxy integration', () => {
  const match = { method: method('ANY', '/v1/sites/{id}'), pathParameters: { id: 'site 1' } };

  it('contains the request as API Gateway passes it to functions', () => {
    const event = buildProxyEvent(request({ httpMethod: 'PUT', body: Buffer.from('{"é":1}') }), match, {
      code: 'ok',
    });
    expect(event).toMatchObject({
      resource: '/v1/sites/{id}',
      path: '/v1/sites/site%201',
      httpMethod: 'PUT',
      pathParameters: { id: 'site 1' },
      queryStringParameters: { a: '2', b: 'é x', c: '' },
      multiValueQueryStringParameters: { a: ['1', '2'], b: ['é x'], c: [''] },
      body: '{"é":1}',
      isBase64Encoded: false,
      requestContext: {
        authorizer: { code: 'ok' },
        requestId: '11111111-2222-3333-4444-555555555555',
        stage: 'api',
        path: '/api/v1/sites/site%201',
        resourcePath: '/v1/sites/{id}',
        domainName: 'localhost:3000',
        identity: { sourceIp: '127.0.0.1' },
        requestTime: '03/Feb/2026:04:05:06 +0000',
        requestTimeEpoch: 1770091506789,
      },
    });
  });

  it('has null for absent values', () => {
    const bare = { method: method('GET', '/v1/sites'), pathParameters: {} };
    expect(buildProxyEvent(request({ query: '' }), bare, undefined)).toMatchObject({
      body: null,
      pathParameters: null,
      queryStringParameters: null,
      multiValueQueryStringParameters: null,
      stageVariables: null,
    });
  });

  it('treats names of properties that every object has like any other name', () => {
    const query = '__proto__=1&__proto__=2&constructor=3';
    const rawHeaders = ['__proto__', 'a', 'constructor', 'b'];
    const event = JSON.parse(
      JSON.stringify(buildProxyEvent(request({ query, rawHeaders }), match, undefined)),
    );
    expect(Object.entries(event.multiValueQueryStringParameters)).toEqual([
      ['__proto__', ['1', '2']],
      ['constructor', ['3']],
    ]);
    expect(Object.entries(event.headers)).toEqual(
      expect.arrayContaining([
        ['__proto__', 'a'],
        ['constructor', 'b'],
      ]),
    );
  });

  it('sets the forwarding headers itself, and ignores those of the client', () => {
    const rawHeaders = ['X-Forwarded-Proto', 'https', 'x-forwarded-for', '10.0.0.1', 'Connection', 'close'];
    const { headers, multiValueHeaders } = buildProxyEvent(request({ rawHeaders }), match, undefined);
    expect(headers).toMatchObject({
      'X-Forwarded-Proto': 'http',
      'X-Forwarded-Port': '3000',
      'X-Forwarded-For': '10.0.0.1, 127.0.0.1',
    });
    expect(Object.keys(multiValueHeaders)).not.toContain('Connection');
    expect(Object.keys(headers)).not.toContain('x-forwarded-for');
  });

  it('names the called method in the ARN that policies are matched with', () => {
    const arn = 'arn:aws:execute-api:us-east-1:000000000000:abc/api/DELETE/v1/sites/site%201';
    expect(buildMethodArn(request({ httpMethod: 'DELETE' }), match)).toBe(arn);
    expect(buildAuthorizerEvent(request({ httpMethod: 'DELETE' }), match)).toMatchObject({
      type: 'REQUEST',
      methodArn: arn,
    });
  });
});

describe("the response built from a function's result", () => {
  it('has its status, single and multiple headers, and body', () => {
    const answer = toWireResponse({
      statusCode: 201,
      headers: { 'X-A': 1, 'Set-Cookie': 'z' },
      multiValueHeaders: { 'set-cookie': ['a', 'b'] },
      body: 'é',
    });
    expect(answer.statusCode).toBe(201);
    expect(answer.headers).toEqual([
      ['X-A', '1'],
      ['set-cookie', 'a'],
      ['set-cookie', 'b'],
    ]);
    expect(answer.body.toString()).toBe('é');
  });

  it.each<[string, unknown]>([
    ['nothing', null],
    ['a list', []],
    ['a text', 'ok'],
    ['no status', { body: 'x' }],
    ['a status beyond 599', { statusCode: 600 }],
    ['a fractional status', { statusCode: 200.5 }],
    ['a body that is an object', { statusCode: 200, body: {} }],
    ['headers that are a list', { statusCode: 200, headers: [] }],
    ['a header that is an object', { statusCode: 200, headers: { a: {} } }],
    ['single values in multiValueHeaders', { statusCode: 200, multiValueHeaders: { a: 'b' } }],
    ['an unknown member', { statusCode: 200, status: 'ok' }],
    ['a text for isBase64Encoded', { statusCode: 200, isBase64Encoded: 'true' }],
  ])('is rejected for %s', (_, result) => {
    expect(() => toWireResponse(result)).toThrow(MalformedResponseError);
  });
});

describe("the gateway's own responses", () => {
  const responses: GatewayResponse[] = [
    {
      type: 'ACCESS_DENIED',
      statusCode: 401,
      templates: {
        'application/problem+json': `{"code":"$context.authorizer.code","path":"$context.path","id":"\${context.requestId}","m":$context.error.messageString,"no":"$context.authorizer.none"}`,
      },
      headers: {
        'X-Request-Id': 'context.requestId',
        'WWW-Authenticate': '\'ApiKey realm="x"\'',
        'X-Echo': 'method.request.header.x-api-key',
        'X-Query': 'method.request.querystring.b',
        'X-None': 'method.request.header.nothing',
      },
    },
    {
      type: 'DEFAULT_5XX',
      statusCode: undefined,
      templates: { 'text/plain': '$context.stage' },
      headers: {},
    },
  ];

  it('fill the template with the context of the request and of the authorizer', () => {
    const answer = buildGatewayResponse(
      responses,
      { type: 'ACCESS_DENIED', authorizer: { code: 'key-expired' } },
      request(),
    );
    expect(answer.statusCode).toBe(401);
    expect(JSON.parse(answer.body.toString())).toEqual({
      code: 'key-expired',
      path: '/api/v1/sites/site%201',
      id: '11111111-2222-3333-4444-555555555555',
      m: 'User is not authorized to access this resource',
      no: '',
    });
    const headers = Object.fromEntries(answer.headers);
    expect(headers).toMatchObject({
      'Content-Type': 'application/problem+json',
      'X-Request-Id': '11111111-2222-3333-4444-555555555555',
      'WWW-Authenticate': 'ApiKey realm="x"',
      'X-Echo': 'key_1',
      'X-Query': 'é x',
    });
    expect(headers).not.toHaveProperty('X-None');
  });

  it('fall back to the default of their class, with their own status', () => {
    const answer = buildGatewayResponse(responses, { type: 'INTEGRATION_TIMEOUT' }, request());
    expect([answer.statusCode, answer.body.toString()]).toEqual([504, 'api']);
  });

  it('are those of AWS if the template does not define them', () => {
    const answer = buildGatewayResponse([], { type: 'MISSING_AUTHENTICATION_TOKEN' }, request());
    expect([answer.statusCode, answer.body.toString()]).toEqual([
      403,
      '{"message":"Missing Authentication Token"}',
    ]);
  });
});

describe('the authorizer', () => {
  const authorizer = {
    id: 'keys',
    functionArn: 'arn:auth',
    identityHeaders: ['X-API-Key'],
    identityParameters: [],
  };
  const match = { method: method('GET', '/v1/sites/{id}', 'keys'), pathParameters: { id: 'x' } };
  const ask = (answer: () => unknown, changes: Partial<GatewayRequest> = {}) =>
    authorize(authorizer, request(changes), match, async () => answer());
  const policy = (Effect: string, Resource: string, context?: object) => ({
    principalId: 'p',
    policyDocument: { Statement: [{ Effect, Action: 'execute-api:Invoke', Resource }] },
    context,
  });

  it('accepts a request that the policy allows, and forwards its context', async () => {
    expect(await ask(() => policy('Allow', 'arn:aws:execute-api:*/api/GET/v1/*', { account: 'a' }))).toEqual({
      context: { account: 'a', principalId: 'p' },
    });
  });

  it.each([
    ['denies', policy('Deny', '*', { code: 'c' })],
    ['allows another path only', policy('Allow', 'arn:aws:execute-api:*/api/GET/v1/scans', { code: 'c' })],
  ])('rejects a request if the policy %s', async (_, answer) => {
    expect(await ask(() => answer)).toEqual({
      failure: { type: 'ACCESS_DENIED', authorizer: { code: 'c', principalId: 'p' } },
    });
  });

  it('is not invoked if the identity header is missing or empty', async () => {
    const never = () => {
      throw new Error('asked');
    };
    const unauthorized = { failure: { type: 'UNAUTHORIZED' } };
    expect(await ask(never, { rawHeaders: [] })).toEqual(unauthorized);
    expect(await ask(never, { rawHeaders: ['x-api-key', ''] })).toEqual(unauthorized);
  });

  it.each<[string, () => unknown, string]>([
    ['throws "Unauthorized"', () => Promise.reject(new Error('Unauthorized')), 'UNAUTHORIZED'],
    ['throws anything else', () => Promise.reject(new Error('x')), 'AUTHORIZER_FAILURE'],
    ['returns no policy', () => ({}), 'AUTHORIZER_CONFIGURATION_ERROR'],
    ['returns a nested context', () => policy('Allow', '*', { a: {} }), 'AUTHORIZER_CONFIGURATION_ERROR'],
  ])('that %s causes the matching gateway response', async (_, answer, type) => {
    expect(await ask(answer)).toEqual({ failure: { type } });
  });
});

describe('a request to the gateway', () => {
  const api: RestApi = {
    logicalId: 'Rest',
    id: 'abc',
    stageName: 'api',
    methods: [method('GET', '/v1/sites/{id}')],
    authorizers: [],
    gatewayResponses: [],
  };
  const answer = (invoke: () => unknown, changes: Partial<GatewayRequest> = {}) =>
    handleRequest(
      api,
      request(changes),
      async () => invoke(),
      () => undefined,
    );

  it.each<[string, () => unknown, Partial<GatewayRequest>, number]>([
    ['a valid result', () => ({ statusCode: 204 }), {}, 204],
    ['a path outside the stage', () => ({ statusCode: 204 }), { path: '/v1/sites/a' }, 403],
    [
      'a path that only begins with the stage',
      () => ({ statusCode: 204 }),
      { path: '/apix/v1/sites/a' },
      403,
    ],
    ['another method', () => ({ statusCode: 204 }), { httpMethod: 'POST' }, 403],
    ['a malformed result', () => ({}), {}, 502],
    ['a function that throws', () => Promise.reject(new FunctionError('Error', 'x')), {}, 502],
    ['a function that times out', () => Promise.reject(new FunctionTimeoutError('x')), {}, 504],
  ])('is answered as follows: %s', async (_, invoke, changes, status) => {
    expect((await answer(invoke, changes)).statusCode).toBe(status);
  });
});
