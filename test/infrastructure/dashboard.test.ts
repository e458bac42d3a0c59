import { describe, expect, it } from 'vitest';
import {
  functionsByName,
  otherProviders,
  otherSettings,
  permissionsOf,
  resourcesOf,
  short,
  synthesize,
  synthesizeStacks,
  type Value,
  withoutDashboard,
} from './support/synthesize.ts';

const template = synthesize('prod');

/** Returns the properties of the only resource of a type. */
function only(type: string, of = template): Value {
  const found = resourcesOf(of, type);
  expect(found, type).toHaveLength(1);
  return found[0]?.[1];
}

const { DistributionConfig: distribution } = only('AWS::CloudFront::Distribution');
const [api] = distribution.CacheBehaviors;
const files = distribution.DefaultCacheBehavior;
const originOf = (behavior: Value) =>
  distribution.Origins.find(({ Id }: Value) => Id === behavior.TargetOriginId);
const policyOf = (behavior: Value) =>
  template.Resources[behavior.ResponseHeadersPolicyId.Ref]?.Properties.ResponseHeadersPolicyConfig;
const bucketId = originOf(files).DomainName['Fn::GetAtt'][0];

describe('the distribution', () => {
  it('serves the files of the bucket, and under /api the API, with encryption only', () => {
    expect(distribution.CacheBehaviors).toHaveLength(1);
    expect(api.PathPattern).toBe('/api/*');
    expect(originOf(files).OriginAccessControlId).toBeDefined();
    expect(short(originOf(api).DomainName)).toMatch(/^<ApiRestApi\w+>\.execute-api\.<AWS::Region>\./);
    expect(originOf(api).CustomOriginConfig).toMatchObject({
      OriginProtocolPolicy: 'https-only',
      OriginSSLProtocols: ['TLSv1.2'],
    });
    expect([files.ViewerProtocolPolicy, api.ViewerProtocolPolicy]).toEqual([
      'redirect-to-https',
      'https-only',
    ]);
  });

  it('allows reading files, and every method of the API', () => {
    expect(files.AllowedMethods).toEqual(['GET', 'HEAD']);
    expect(api.AllowedMethods).toEqual(expect.arrayContaining(['DELETE', 'PATCH', 'POST', 'PUT']));
  });

  it('forwards everything but the host to the API, and caches nothing of it', () => {
    // The managed policies AllViewerExceptHostHeader and CachingDisabled.
    expect(api.OriginRequestPolicyId).toBe('b689b0a8-53d0-40ab-baf2-68738e2966ac');
    expect(api.CachePolicyId).toBe('4135ea2d-6df8-44a3-9df3-4b5a84be39ad');
  });

  it('keeps no error for another caller', () => {
    const cached = distribution.CustomErrorResponses.map((each: Value) => [
      each.ErrorCode,
      each.ErrorCachingMinTTL,
    ]);
    const statuses = [400, 403, 404, 405, 414, 500, 501, 502, 503, 504];
    expect(cached).toEqual(statuses.map((status) => [status, 0]));
    // An error stays the one of its origin: no page replaces it.
    for (const each of distribution.CustomErrorResponses) expect(each.ResponsePagePath).toBeUndefined();
  });

  it('caches files only as long as they say', () => {
    const { CachePolicyConfig: policy } = template.Resources[files.CachePolicyId.Ref]?.Properties ?? {};
    expect(policy).toMatchObject({ MinTTL: 0, DefaultTTL: 0 });
    const { CookiesConfig, HeadersConfig, QueryStringsConfig } =
      policy.ParametersInCacheKeyAndForwardedToOrigin;
    expect(CookiesConfig.CookieBehavior).toBe('none');
    expect(HeadersConfig.HeaderBehavior).toBe('none');
    expect(QueryStringsConfig.QueryStringBehavior).toBe('none');
  });

  it('sends the origin secret to the API only, by a reference', () => {
    const [header] = originOf(api).OriginCustomHeaders;
    expect(header.HeaderName).toBe('X-Origin-Secret');
    expect(short(header.HeaderValue)).toMatch(
      /^\{\{resolve:secretsmanager:<OriginSecret\w+>:SecretString:::\}\}$/,
    );
    expect(originOf(files).OriginCustomHeaders).toBeUndefined();
    const holders = [...functionsByName(template)].filter(([, { properties }]) =>
      JSON.stringify(properties.Environment).includes('resolve:secretsmanager'),
    );
    for (const [name, { properties }] of holders) {
      expect(['authorize', 'read-shared-report', 'sign-in', 'unsubscribe'], name).toContain(name);
      expect(properties.Environment.Variables.ORIGIN_SECRET).toEqual(header.HeaderValue);
    }
    expect(holders.map(([name]) => name)).toContain('authorize');
  });

  it('has names that contain the stage and the region, because they are unique in the account', () => {
    const names = [
      ...resourcesOf(template, 'AWS::CloudFront::Function').map(([, { Name }]) => Name),
      ...resourcesOf(template, 'AWS::CloudFront::CachePolicy').map(([, each]) => each.CachePolicyConfig.Name),
      ...resourcesOf(template, 'AWS::CloudFront::ResponseHeadersPolicy').map(
        ([, each]) => each.ResponseHeadersPolicyConfig.Name,
      ),
    ].map(short);
    expect(names).toHaveLength(5);
    for (const name of names) expect(name).toMatch(/^a11y-scan-prod-[\w-]+-<AWS::Region>$/);
  });
});

describe('the headers', () => {
  it('of the static part allow nothing but own files, calls and pictures, with Trusted Types', () => {
    const { SecurityHeadersConfig: security, CustomHeadersConfig: custom } = policyOf(files);
    const csp: string = short(security.ContentSecurityPolicy.ContentSecurityPolicy);
    const directives = Object.fromEntries(
      csp.split('; ').map((text) => [text.split(' ')[0], text.split(' ').slice(1).join(' ')]),
    );
    expect(directives).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'font-src': "'self'",
      'connect-src': "'self'",
      'manifest-src': "'self'",
      'img-src': expect.stringMatching(/^'self' data: https:\/\/<ReportBucket\w+\.RegionalDomainName>$/),
      'form-action': "'self'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
    });
    expect(csp).not.toContain('unsafe');
    expect(security).toMatchObject({
      ContentTypeOptions: { Override: true },
      FrameOptions: { FrameOption: 'DENY', Override: true },
      ReferrerPolicy: { ReferrerPolicy: 'no-referrer', Override: true },
      StrictTransportSecurity: { AccessControlMaxAgeSec: 31_536_000, Override: true },
    });
    expect(custom.Items).toEqual([
      { Header: 'X-Robots-Tag', Value: 'noindex', Override: true },
      { Header: 'Cross-Origin-Opener-Policy', Value: 'same-origin', Override: true },
      { Header: 'Cross-Origin-Resource-Policy', Value: 'same-origin', Override: true },
    ]);
  });

  it('under /api let an answer run nothing, unless the function decides otherwise', () => {
    expect(policyOf(api).SecurityHeadersConfig).toEqual({
      ContentSecurityPolicy: { ContentSecurityPolicy: "default-src 'none'; sandbox", Override: false },
    });
  });
});

describe('the bucket of the files', () => {
  const bucket = template.Resources[bucketId]?.Properties as Value;

  it('is private and encrypted, and keeps replaced files for 30 days', () => {
    expect(bucket.PublicAccessBlockConfiguration).toEqual({
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    });
    expect(bucket.LifecycleConfiguration.Rules).toContainEqual({
      Id: 'replaced-files',
      Status: 'Enabled',
      ExpirationInDays: 30,
      TagFilters: [{ Key: 'state', Value: 'replaced' }],
    });
  });

  it('lets this distribution read, no one else, and nothing without encryption', () => {
    const [, { PolicyDocument }] = resourcesOf(template, 'AWS::S3::BucketPolicy').find(
      ([, { Bucket }]) => Bucket.Ref === bucketId,
    ) as [string, Value];
    const allowed = PolicyDocument.Statement.filter(({ Effect }: Value) => Effect === 'Allow');
    expect(allowed).toHaveLength(1);
    expect(allowed[0]).toMatchObject({
      Action: ['s3:GetObject', 's3:ListBucket'],
      Principal: { Service: 'cloudfront.amazonaws.com' },
    });
    expect(short(allowed[0].Condition.StringEquals['AWS:SourceArn'])).toMatch(
      /distribution\/<Dashboard\w+>$/,
    );
    const denied = PolicyDocument.Statement.filter(({ Effect }: Value) => Effect === 'Deny');
    expect(JSON.stringify(denied)).toContain('aws:SecureTransport');
  });
});

describe('the provider of identities', () => {
  it('is a user pool with passkeys and codes by email, without sign-up', () => {
    expect(only('AWS::Cognito::UserPool')).toMatchObject({
      UserPoolTier: 'ESSENTIALS',
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
      Policies: { SignInPolicy: { AllowedFirstAuthFactors: ['PASSWORD', 'EMAIL_OTP', 'WEB_AUTHN'] } },
      AutoVerifiedAttributes: ['email'],
      UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
    });
    expect(only('AWS::Cognito::UserPoolDomain').ManagedLoginVersion).toBe(2);
    expect(only('AWS::Cognito::ManagedLoginBranding').UseCognitoProvidedValues).toBe(true);
  });

  it('lets everyone sign up only if the stage says so', () => {
    const pool = only('AWS::Cognito::UserPool', synthesize('dev', otherSettings));
    expect(pool.AdminCreateUserConfig).toEqual({ AllowAdminCreateUserOnly: false });
  });

  it('makes users of invited people, by one function that may do nothing else in the pool', () => {
    const users = [...functionsByName(template).keys()].filter((name) =>
      permissionsOf(template, name).some(({ actions }) => actions.join().includes('cognito-idp:')),
    );
    expect(users).toEqual(['dispatch-events']);
    expect(permissionsOf(template, 'dispatch-events')).toContainEqual({
      actions: ['cognito-idp:AdminCreateUser'],
      resources: [expect.stringMatching(/^<UserPool\w+\.Arn>$/)],
    });
    expect(short(template.Outputs.UserPoolId?.Value)).toMatch(/^<UserPool\w+>$/);
  });

  it('is protected from deletion in prod only, and kept with its domain, to which passkeys belong', () => {
    const protection = (stage: string) =>
      only('AWS::Cognito::UserPool', synthesize(stage)).DeletionProtection;
    expect([protection('prod'), protection('dev')]).toEqual(['ACTIVE', 'INACTIVE']);
    const policies = (stage: string) =>
      Object.values(synthesize(stage).Resources)
        .filter(({ Type }) => ['AWS::Cognito::UserPool', 'AWS::Cognito::UserPoolDomain'].includes(Type))
        .map(({ DeletionPolicy }) => DeletionPolicy);
    expect([policies('prod'), policies('dev')]).toEqual([
      ['Retain', 'Retain'],
      ['Delete', 'Delete'],
    ]);
  });

  it('has one public client for the code flow, which returns to the distribution only', () => {
    const client = only('AWS::Cognito::UserPoolClient');
    expect(client).toMatchObject({
      GenerateSecret: false,
      AllowedOAuthFlows: ['code'],
      AllowedOAuthScopes: ['openid', 'email', 'profile'],
      PreventUserExistenceErrors: 'ENABLED',
    });
    const host = 'https://<DashboardDistribution40388FB6.DomainName>';
    expect(client.CallbackURLs.map(short)).toEqual([`${host}/api/v1/sign-in/callback`]);
    expect(client.LogoutURLs.map(short)).toEqual([`${host}/signed-out`]);
  });

  it('is another one if the deployment names it: then there is no user pool', () => {
    const other = synthesize('prod', otherProviders);
    expect(Object.values(other.Resources).filter(({ Type }) => Type.startsWith('AWS::Cognito::'))).toEqual(
      [],
    );
    const value = JSON.parse(short(only('AWS::SSM::Parameter', other).Value));
    expect(value).toEqual({
      origin: expect.stringMatching(/^https:\/\/<Dashboard\w+\.DomainName>$/),
      issuer: 'https://id.example.com',
      clientId: 'dashboard',
      signOut: { kind: 'oidc' },
    });
  });

  it('is never the one of a single machine', () => {
    for (const stage of ['dev', 'prod']) {
      const text = JSON.stringify(synthesizeStacks(stage));
      expect(text).not.toMatch(/SIGN_IN_LOOPBACK_ISSUER|127\.0\.0\.1|http:\/\/localhost|oidc-provider/);
    }
  });
});

describe('the parameter for sign-in', () => {
  it('has origin, issuer, client and the page for signing out', () => {
    const { Name, Value: value } = only('AWS::SSM::Parameter');
    expect(Name).toBe('/a11y-scan/prod/sign-in');
    expect(JSON.parse(short(value))).toEqual({
      origin: expect.stringMatching(/^https:\/\/<DashboardDistribution\w+\.DomainName>$/),
      issuer: expect.stringMatching(
        /^https:\/\/cognito-idp\.<AWS::Region>\.<AWS::URLSuffix>\/<UserPool\w+>$/,
      ),
      clientId: expect.stringMatching(/^<DashboardUserPoolClient\w+>$/),
      signOut: { kind: 'cognito', url: expect.stringMatching(/^https:\/\/.*\/logout$/) },
    });
  });

  it('is what no function depends on when it is created, so that the stack has no cycle', () => {
    const targets = /"(Ref|Fn::GetAtt)":\s*\[?"(Dashboard(?:Distribution|UserPool)\w*|SignInSettings\w*)"/g;
    for (const [name, { properties }] of functionsByName(synthesizeStacks('prod').api))
      expect([...JSON.stringify(properties).matchAll(targets)], name).toEqual([]);
  });
});

describe('a custom domain', () => {
  const own = synthesize('dev', otherSettings);

  it('is the host of the distribution, with at least TLS 1.2, of every address, and closed to scans', () => {
    const { DistributionConfig: config } = only('AWS::CloudFront::Distribution', own);
    expect(config.Aliases).toEqual(['scans.example.com']);
    expect(config.ViewerCertificate).toMatchObject({
      AcmCertificateArn: otherSettings.dashboardDomain.certificateArn,
      MinimumProtocolVersion: 'TLSv1.2_2021',
    });
    expect(own.Outputs.DashboardUrl?.Value).toBe('https://scans.example.com');
    expect(only('AWS::Cognito::UserPoolClient', own).CallbackURLs).toEqual([
      'https://scans.example.com/api/v1/sign-in/callback',
    ]);
    const browser = functionsByName(own).get('scan-pages')?.properties.Environment.Variables;
    expect(JSON.stringify(browser.SCAN_BLOCKED_HOSTS)).toContain('scans.example.com');
    expect(JSON.parse(short(only('AWS::SSM::Parameter', own).Value)).origin).toBe(
      'https://scans.example.com',
    );
  });
});

describe('the files', () => {
  it('are published after distribution and API, by a function that the deployment runs if they changed', () => {
    const api = synthesizeStacks('prod').api as Value;
    const [trigger] = Object.values<Value>(api.Resources).filter(({ Type }) => Type === 'Custom::Trigger');
    const version = api.Resources[trigger.Properties.HandlerArn.Ref];
    expect(version.Type).toBe('AWS::Lambda::Version');
    const { id } = functionsByName(api).get('publish-dashboard') as { id: string };
    expect(version.Properties.FunctionName.Ref).toBe(id);
    expect(trigger.Properties).toMatchObject({
      ExecuteOnHandlerChange: true,
      InvocationType: 'RequestResponse',
    });
    const types = trigger.DependsOn.map((each: string) => api.Resources[each].Type);
    expect(types).toEqual(
      expect.arrayContaining([
        'AWS::ApiGateway::Stage',
        'AWS::CloudFront::Distribution',
        'AWS::S3::BucketPolicy',
      ]),
    );
  });
});

describe('a stage without the dashboard', () => {
  const withIt = synthesizeStacks('prod');
  const without = synthesizeStacks('prod', withoutDashboard);
  const idsOf = (template: Value) =>
    Object.entries<Value>(template.Resources).map(([id, { Type }]) => `${id} ${Type}`);

  it('has no distribution, no origin secret, and no output of a dashboard', () => {
    const types = Object.values(without.api.Resources).map(({ Type }) => Type);
    expect(types.filter((type) => /CloudFront|SecretsManager|S3|UserPoolClient|Trigger/.test(type))).toEqual(
      [],
    );
    expect(Object.keys(without.api.Outputs)).not.toContain('DashboardUrl');
    for (const [name, { properties }] of functionsByName(without.api))
      expect(properties.Environment.Variables.ORIGIN_SECRET ?? '', name).toBe('');
    const browser = functionsByName(without.scans).get('scan-pages')?.properties.Environment.Variables;
    expect(JSON.stringify(browser.SCAN_BLOCKED_HOSTS)).not.toContain('DashboardDistribution');
  });

  it('gives functions the origin of the API instead, and no provider', () => {
    const [[, { Value: value }]] = resourcesOf(without.api, 'AWS::SSM::Parameter') as [[string, Value]];
    expect(JSON.parse(short(value))).toEqual({ origin: expect.stringMatching(/execute-api/) });
  });

  it('has the same calls, scans and alarms', () => {
    expect(idsOf(without.scans)).toEqual(idsOf(withIt.scans));
    expect(resourcesOf(without.api, 'AWS::ApiGateway::Method').map(([id]) => id)).toEqual(
      resourcesOf(withIt.api, 'AWS::ApiGateway::Method').map(([id]) => id),
    );
  });

  it('can get it later: the deployment only adds resources, and replaces none', () => {
    expect(idsOf(without.data)).toEqual(idsOf(withIt.data));
    const added = new Set(idsOf(withIt.api));
    expect(idsOf(without.api).filter((id) => !added.has(id))).toEqual([]);
    // The name of a parameter belongs to one resource.
    const parameterOf = ({ api }: typeof withIt) =>
      resourcesOf(api, 'AWS::SSM::Parameter').map(([id, { Name }]) => [id, Name]);
    expect(parameterOf(without)).toEqual(parameterOf(withIt));
  });
});
