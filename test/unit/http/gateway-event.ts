import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import type { Role } from '../../../core/access/roles.ts';

/** The members that a test sets; the gateway would add the others. */
export interface GivenCall {
  method?: string;
  resource?: string;
  path?: string;
  role?: Role;
  siteIds?: string[];
  expiresAt?: string;
  headers?: Record<string, string[]>;
  query?: Record<string, string[]>;
  params?: Record<string, string>;
  body?: string;
  /** Replaces members of the authorizer's context. */
  context?: Record<string, string>;
}

export const REQUEST_ID = '11111111-2222-4333-8444-555555555555';

/** Returns an event of API Gateway's REST proxy integration, with the context that our authorizer would add. */
export function gatewayEvent(call: GivenCall): APIGatewayProxyEvent {
  const resource = call.resource ?? '/v1/sites';
  const event = {
    resource,
    path: call.path ?? resource,
    httpMethod: call.method ?? 'GET',
    headers: {},
    multiValueHeaders: { 'X-Forwarded-Proto': ['https'], ...call.headers },
    queryStringParameters: null,
    multiValueQueryStringParameters: call.query ?? null,
    pathParameters: call.params ?? null,
    stageVariables: null,
    body: call.body ?? null,
    isBase64Encoded: false,
    requestContext: {
      requestId: REQUEST_ID,
      domainName: 'api.example.com',
      path: `/api${call.path ?? resource}`,
      identity: { sourceIp: '192.0.2.1' },
      authorizer: {
        kind: 'key',
        accountId: 'acct_1',
        keyId: 'apikey_1',
        role: call.role ?? 'admin',
        siteIds: call.siteIds ? JSON.stringify(call.siteIds) : '',
        expiresAt: call.expiresAt ?? '2099-01-01T00:00:00.000Z',
        isPreviousValue: 'false',
        sourceIp: '192.0.2.1',
        ...call.context,
      },
    },
  };
  return event as unknown as APIGatewayProxyEvent;
}

export const lambdaContext = { functionName: 'test', awsRequestId: 'invocation' } as Context;
