import { describe, expect, it } from 'vitest';
import { isPublic } from '../../core/api/endpoint.ts';
import { endpoints } from '../../core/api/endpoints.ts';
import { problems } from '../../core/problems/problems.ts';
import { CHALLENGE } from '../../lib/gateway-responses.ts';
import { functionsByName, resourcesOf, short, synthesize, type Value } from './support/synthesize.ts';

const template = synthesize('dev');
const methods = resourcesOf(template, 'AWS::ApiGateway::Method').map(([, properties]) => ({
  method: properties.HttpMethod as string,
  path: pathOf(properties.ResourceId),
  authorized: properties.AuthorizationType === 'CUSTOM' && properties.AuthorizerId !== undefined,
  functionId: short(properties.Integration.Uri).match(/<(\w+)\.Arn>/)?.[1],
}));

function pathOf(resource: Value): string {
  if (resource['Fn::GetAtt'] !== undefined) return '';
  const { ParentId, PathPart } = template.Resources[resource.Ref]?.Properties ?? {};
  return `${pathOf(ParentId)}/${PathPart}`;
}

/** Calls of people who do not have a session yet, or whose session may have ended. */
const signIn = ['GET /v1/sign-in', 'GET /v1/sign-in/callback', 'POST /v1/sign-out'];
/** Calls of strangers, who have the token of a shared report or of a mail. */
const strangers = [
  ...['', '/findings', '/groups', '/pages', '/pictures/{pictureId}'].map(
    (part) => `GET /v1/shared-report${part}`,
  ),
  'GET /v1/unsubscribe',
  'POST /v1/unsubscribe',
];
const keyless = ['GET /v1/health', 'GET /v1/openapi.json', ...strangers, ...signIn].sort();
const nameOf = (method: { method: string; path: string }) => `${method.method} ${method.path}`;
const functions = functionsByName(template);

describe('the REST API', () => {
  it('has the promised calls, each with its function', () => {
    const calls = methods
      .filter(({ method }) => method !== 'ANY')
      .map((each) => {
        const name = [...functions].find(([, { id }]) => id === each.functionId)?.[0];
        return `${nameOf(each)} → ${name}`;
      });
    expect(calls.sort()).toEqual([
      'DELETE /v1/alerts/{alertId} → manage-alerts',
      'DELETE /v1/invitations/{invitationId} → manage-members',
      'DELETE /v1/me/sessions → me',
      'DELETE /v1/me/sessions/{sessionId} → me',
      'DELETE /v1/members/{personId} → manage-members',
      'DELETE /v1/scans/{scanId} → delete-scan',
      'DELETE /v1/shared-reports/{shareId} → manage-shared-reports',
      'DELETE /v1/sites/{siteId} → delete-site',
      'DELETE /v1/sites/{siteId}/decisions/{fingerprint} → manage-decisions',
      'DELETE /v1/sites/{siteId}/schedule → manage-schedule',
      'DELETE /v1/sites/{siteId}/suppressions/{suppressionId} → delete-suppression',
      'DELETE /v1/webhooks/{webhookId} → manage-webhooks',
      'GET /v1/account → manage-account',
      'GET /v1/alerts → manage-alerts',
      'GET /v1/alerts/{alertId} → manage-alerts',
      'GET /v1/api-keys → manage-keys',
      'GET /v1/api-keys/{keyId} → manage-keys',
      'GET /v1/audit-entries → read-audit',
      'GET /v1/audit-entries/export → read-audit',
      'GET /v1/health → get-health',
      'GET /v1/invitations → manage-members',
      'GET /v1/me → me',
      'GET /v1/me/notifications → me',
      'GET /v1/me/sessions → me',
      'GET /v1/members → manage-members',
      'GET /v1/openapi.json → get-openapi',
      'GET /v1/overview → list-sites',
      'GET /v1/rule-sets → list-rule-sets',
      'GET /v1/scans → list-scans',
      'GET /v1/scans/{scanId} → get-scan',
      'GET /v1/scans/{scanId}/comparison → read-history',
      'GET /v1/scans/{scanId}/findings → list-findings',
      'GET /v1/scans/{scanId}/groups → read-results',
      'GET /v1/scans/{scanId}/pages → read-results',
      'GET /v1/scans/{scanId}/pictures/{pictureId} → get-picture',
      'GET /v1/scans/{scanId}/report → get-report',
      'GET /v1/scans/{scanId}/results → read-results',
      'GET /v1/shared-report → read-shared-report',
      'GET /v1/shared-report/findings → read-shared-report',
      'GET /v1/shared-report/groups → read-shared-report',
      'GET /v1/shared-report/pages → read-shared-report',
      'GET /v1/shared-report/pictures/{pictureId} → read-shared-report',
      'GET /v1/shared-reports → manage-shared-reports',
      'GET /v1/sign-in → sign-in',
      'GET /v1/sign-in/callback → sign-in',
      'GET /v1/sites → list-sites',
      'GET /v1/sites/{siteId} → get-site',
      'GET /v1/sites/{siteId}/decisions → manage-decisions',
      'GET /v1/sites/{siteId}/findings/{fingerprint}/history → read-history',
      'GET /v1/sites/{siteId}/groups → read-results',
      'GET /v1/sites/{siteId}/groups/{groupId}/history → read-history',
      'GET /v1/sites/{siteId}/scans → list-scans',
      'GET /v1/sites/{siteId}/schedule → manage-schedule',
      'GET /v1/sites/{siteId}/suppressions → list-suppressions',
      'GET /v1/sites/{siteId}/trend → get-trend',
      'GET /v1/unsubscribe → unsubscribe',
      'GET /v1/usage → get-usage',
      'GET /v1/usage/limits → get-usage',
      'GET /v1/usage/people → get-usage',
      'GET /v1/webhooks → manage-webhooks',
      'GET /v1/webhooks/{webhookId} → manage-webhooks',
      'GET /v1/webhooks/{webhookId}/deliveries → manage-webhooks',
      'GET /v1/webhooks/{webhookId}/deliveries/{deliveryId} → manage-webhooks',
      'PATCH /v1/account → manage-account',
      'PATCH /v1/alerts/{alertId} → manage-alerts',
      'PATCH /v1/api-keys/{keyId} → manage-keys',
      'PATCH /v1/me → me',
      'PATCH /v1/members/{personId} → manage-members',
      'PATCH /v1/sites/{siteId} → update-site',
      'PATCH /v1/sites/{siteId}/suppressions/{suppressionId} → update-suppression',
      'PATCH /v1/webhooks/{webhookId} → manage-webhooks',
      'POST /v1/account/delete → manage-account',
      'POST /v1/account/leave → manage-members',
      'POST /v1/alerts → manage-alerts',
      'POST /v1/alerts/preview → manage-alerts',
      'POST /v1/alerts/{alertId}/test → manage-alerts',
      'POST /v1/api-keys → manage-keys',
      'POST /v1/api-keys/{keyId}/end-previous → manage-keys',
      'POST /v1/api-keys/{keyId}/revoke → manage-keys',
      'POST /v1/api-keys/{keyId}/rotate → manage-keys',
      'POST /v1/invitations → manage-members',
      'POST /v1/invitations/{invitationId}/resend → manage-members',
      'POST /v1/me/invitations/accept → me',
      'POST /v1/me/invitations/preview → me',
      'POST /v1/me/notifications/start → me',
      'POST /v1/scans/{scanId}/accept → accept-scan',
      'POST /v1/scans/{scanId}/cancel → cancel-scan',
      'POST /v1/shared-reports → manage-shared-reports',
      'POST /v1/sign-out → sign-in',
      'POST /v1/sites → create-site',
      'POST /v1/sites/{siteId}/decisions → manage-decisions',
      'POST /v1/sites/{siteId}/scans → trigger-scan',
      'POST /v1/sites/{siteId}/suppressions → create-suppression',
      'POST /v1/unsubscribe → unsubscribe',
      'POST /v1/webhooks → manage-webhooks',
      'POST /v1/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver → manage-webhooks',
      'POST /v1/webhooks/{webhookId}/rotate-secret → manage-webhooks',
      'POST /v1/webhooks/{webhookId}/test → manage-webhooks',
      'PUT /v1/me/notifications → me',
      'PUT /v1/sites/{siteId}/schedule → manage-schedule',
    ]);
  });

  it('has exactly the calls of the contract, with the authorizer unless the call is public', () => {
    const routes = methods
      .filter(({ method }) => method !== 'ANY')
      .map((each) => ({ call: nameOf(each), authorized: each.authorized }));
    const contract = endpoints.map((endpoint) => ({
      call: `${endpoint.method} /v1${endpoint.path}`,
      authorized: !isPublic(endpoint),
    }));
    const byCall = (a: { call: string }, b: { call: string }) => (a.call < b.call ? -1 : 1);
    expect(routes.sort(byCall)).toEqual(contract.sort(byCall));
  });

  it('has the authorizer on every call that reaches data', () => {
    const open = methods.filter(({ authorized, method }) => !authorized && method !== 'ANY').map(nameOf);
    expect(open.sort()).toEqual(keyless);
  });

  it('gives no function without an authorizer any access to data, except to sign in and to strangers with a link', () => {
    const others = [...signIn, ...strangers];
    const open = methods.filter((each) => !each.authorized && !others.includes(nameOf(each)));
    for (const { functionId } of open) {
      const { Variables } = template.Resources[functionId as string]?.Properties.Environment ?? {};
      const ours = Object.keys(Variables).filter((name) => !/^(POWERTOOLS_|NODE_OPTIONS$)/.test(name));
      expect(ours).toEqual([]);
    }
  });

  it('answers unsupported methods with refuse-method, on every resource that has methods', () => {
    const resources = new Set(methods.map(({ path }) => path));
    const refusals = methods.filter(({ method }) => method === 'ANY');
    expect(refusals.map(({ path }) => path).sort()).toEqual([...resources].sort());
    for (const { functionId } of refusals) expect(functionId).toBe(functions.get('refuse-method')?.id);
  });

  it('calls the authorizer for each request, whatever it has', () => {
    const [[id, authorizer]] = resourcesOf(template, 'AWS::ApiGateway::Authorizer') as [[string, Value]];
    expect(authorizer).toMatchObject({ Type: 'REQUEST', AuthorizerResultTtlInSeconds: 0 });
    expect(authorizer).not.toHaveProperty('IdentitySource');
    // API Gateway keeps the source of an authorizer that had one, so an upgrade must create another authorizer.
    expect(id).toMatch(/^ApiCallerAuthorizer/);
  });

  it('invokes the functions of calls with one role, which only API Gateway may use, and no other function', () => {
    const ofMethods = resourcesOf(template, 'AWS::ApiGateway::Method').map(
      ([, { Integration }]) => Integration,
    );
    const roles = new Set(ofMethods.map(({ Credentials }) => Credentials['Fn::GetAtt'][0]));
    expect(roles.size).toBe(1);
    const role = template.Resources[[...roles][0] as string]?.Properties as Value;
    expect(role.AssumeRolePolicyDocument.Statement).toEqual([
      { Action: 'sts:AssumeRole', Effect: 'Allow', Principal: { Service: 'apigateway.amazonaws.com' } },
    ]);
    const [policy] = role.Policies;
    expect(role.Policies).toHaveLength(1);
    expect(policy.PolicyDocument.Statement).toHaveLength(1);
    const [{ Action, Resource }] = policy.PolicyDocument.Statement;
    expect(Action).toBe('lambda:InvokeFunction');
    expect([...new Set(methods.map(({ functionId }) => `<${functionId}.Arn>`))].sort()).toEqual(
      Resource.map(short).sort(),
    );
    // IAM allows 10,240 characters for the inline policies of a role; an ARN of ours has at most 140.
    expect(Resource.length * 140).toBeLessThan(10_240);
    const permitted = resourcesOf(template, 'AWS::Lambda::Permission').map(([, each]) =>
      short(each.FunctionName),
    );
    expect(permitted.filter((name) => Resource.map(short).includes(name))).toEqual([]);
  });

  it('has one stage named api, traced and throttled, whose access log never contains a key', () => {
    const stages = resourcesOf(template, 'AWS::ApiGateway::Stage');
    expect(stages).toHaveLength(1);
    const [, stage] = stages[0] as [string, Value];
    expect(stage.StageName).toBe('api');
    expect(stage.TracingEnabled).toBe(true);
    expect(stage.AccessLogSetting.DestinationArn).toBeDefined();
    const format = JSON.parse(stage.AccessLogSetting.Format);
    expect(format).toMatchObject({ requestId: '$context.requestId', status: '$context.status' });
    expect(Object.values(format).filter((value) => /apiKey|header|request\./i.test(String(value)))).toEqual(
      [],
    );
    expect(stage.MethodSettings[0]).toMatchObject({
      DataTraceEnabled: false,
      ThrottlingRateLimit: 100,
      ThrottlingBurstLimit: 200,
    });
  });

  it('has no metrics of single methods, which nobody reads and which have a cost', () => {
    const [[, stage]] = resourcesOf(template, 'AWS::ApiGateway::Stage') as [[string, Value]];
    expect(stage.MethodSettings.filter(({ MetricsEnabled }: Value) => MetricsEnabled)).toEqual([]);
  });

  it('allows no other origin', () => {
    expect(methods.filter(({ method }) => method === 'OPTIONS')).toEqual([]);
    expect(JSON.stringify(template)).not.toContain('Access-Control-Allow');
  });

  it('has its URL, without a trailing slash, among the outputs', () => {
    const url = short(template.Outputs.ApiUrl?.Value);
    expect(url).toMatch(/^https:\/\/.*\/v1$/);
  });
});

describe("the gateway's own answers", () => {
  const responses = new Map(
    resourcesOf(template, 'AWS::ApiGateway::GatewayResponse').map(([, properties]) => [
      properties.ResponseType as string,
      properties,
    ]),
  );
  const bodyOf = (type: string) => JSON.parse(responses.get(type)?.ResponseTemplates['application/json']);
  const headerOf = (type: string, name: string) =>
    responses.get(type)?.ResponseParameters[`gatewayresponse.header.${name}`];

  it.each([...responses.keys()])('%s is a problem of the catalog, with its status and title', (type) => {
    const body = bodyOf(type);
    expect(String(body.status)).toBe(responses.get(type)?.StatusCode);
    expect(body.type).toBe(`urn:a11y-scan:problem:${body.code}`);
    expect(body.instance).toBe('urn:uuid:$context.requestId');
    expect(body.detail).not.toBe('');
    expect(headerOf(type, 'Content-Type')).toBe("'application/problem+json'");
    expect(headerOf(type, 'X-Request-Id')).toBe('context.requestId');
    expect(headerOf(type, 'Cache-Control')).toBe("'no-store'");
    expect(headerOf(type, 'X-Content-Type-Options')).toBe("'nosniff'");
    expect(headerOf(type, 'Strict-Transport-Security')).toMatch(/^'max-age=\d+/);
    if (type === 'ACCESS_DENIED') return; // the code comes from the authorizer
    expect(problems[body.code as keyof typeof problems]).toMatchObject({
      status: body.status,
      title: body.title,
    });
  });

  it.each([
    ['UNAUTHORIZED', 401, 'key-missing'],
    ['ACCESS_DENIED', 401, '$context.authorizer.code'],
    ['MISSING_AUTHENTICATION_TOKEN', 404, 'route-not-found'],
    ['REQUEST_TOO_LARGE', 413, 'body-too-large'],
    ['UNSUPPORTED_MEDIA_TYPE', 415, 'unsupported-media-type'],
    ['THROTTLED', 429, 'rate-limited'],
    ['INTEGRATION_TIMEOUT', 504, 'timeout'],
    ['DEFAULT_4XX', 400, 'bad-request'],
    ['DEFAULT_5XX', 500, 'internal-error'],
  ])('%s is %i %s', (type, status, code) => {
    expect(bodyOf(type)).toMatchObject({ status, code });
  });

  it('include a WWW-Authenticate challenge for a missing or wrong key, and Retry-After for a throttled caller', () => {
    expect(headerOf('UNAUTHORIZED', 'WWW-Authenticate')).toBe(`'${CHALLENGE}'`);
    expect(headerOf('ACCESS_DENIED', 'WWW-Authenticate')).toBe(`'${CHALLENGE}'`);
    expect(headerOf('THROTTLED', 'Retry-After')).toBe("'1'");
  });

  it('contain no input of the client, which the gateway would not escape', () => {
    const templates = [...responses.keys()].map((type) => JSON.stringify(bodyOf(type))).join();
    const variables = new Set(templates.match(/\$[\w.]+/g));
    expect(variables).toEqual(
      new Set([
        '$context.requestId',
        '$context.authorizer.code',
        '$context.authorizer.title',
        '$context.authorizer.detail',
      ]),
    );
  });
});
