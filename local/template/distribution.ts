import type { Properties } from './properties.ts';
import type { ListResources } from './resolved.ts';

/** A header that a response-headers policy sets. */
export type PolicyHeader = { name: string; value: string; override: boolean };

/** Where a behavior gets its responses. */
export type DistributionOrigin = {
  /** `name.s3.us-east-1.amazonaws.com`, or the host of an API. */
  domainName: string;
  isBucket: boolean;
  /** Headers that the distribution adds, by name. */
  customHeaders: Record<string, string>;
};

/** What a distribution does with requests whose path matches a pattern. */
export type Behavior = {
  /** `/api/*`; `*` for the default behavior, which is the last one. */
  pathPattern: string;
  allowedMethods: readonly string[];
  origin: DistributionOrigin;
  /** Code of the function that sees each request first. */
  viewerRequestCode: string | undefined;
  responseHeaders: readonly PolicyHeader[];
  forwardsViewerHeaders: boolean;
};

/** A CloudFront distribution. */
export type Distribution = {
  logicalId: string;
  id: string;
  domainName: string;
  defaultRootObject: string;
  behaviors: readonly Behavior[];
};

/**
 * The managed origin request policy AllViewerExceptHostHeader:
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-origin-request-policies.html
 */
const ALL_VIEWER_EXCEPT_HOST = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

/**
 * Reads the distributions of a stack.
 * @param notServed gets a line for each part that the runtime does not serve
 */
export function readDistributions(list: ListResources, notServed: string[]): Distribution[] {
  const codes = new Map(
    list('AWS::CloudFront::Function').map(({ logicalId, properties }) => [
      logicalId,
      properties.string('FunctionCode'),
    ]),
  );
  const policies = new Map(
    list('AWS::CloudFront::ResponseHeadersPolicy').map(({ ref, properties }) => [
      ref,
      readHeaders(properties.object('ResponseHeadersPolicyConfig')),
    ]),
  );
  return list('AWS::CloudFront::Distribution').map(({ logicalId, ref, properties }) => {
    const config = properties.object('DistributionConfig');
    const origins = new Map(
      config.objects('Origins').map((origin) => [origin.string('Id'), readOrigin(origin)]),
    );
    const read = (behavior: Properties, pathPattern: string): Behavior => {
      const origin = origins.get(behavior.string('TargetOriginId'));
      if (!origin) throw new Error(`${logicalId}: ${pathPattern} has an unknown origin`);
      return {
        pathPattern,
        origin,
        allowedMethods: behavior.list('AllowedMethods').map(String),
        viewerRequestCode: readViewerRequest(behavior, codes, `${logicalId} ${pathPattern}`, notServed),
        responseHeaders: policies.get(behavior.optionalString('ResponseHeadersPolicyId') ?? '') ?? [],
        forwardsViewerHeaders: readForwarding(behavior, `${logicalId} ${pathPattern}`, notServed),
      };
    };
    return {
      logicalId,
      id: ref,
      domainName: toDistributionDomain(logicalId),
      defaultRootObject: config.optionalString('DefaultRootObject') ?? '',
      behaviors: [
        ...config.objects('CacheBehaviors').map((each) => read(each, each.string('PathPattern'))),
        read(config.object('DefaultCacheBehavior'), '*'),
      ],
    };
  });
}

/** Returns the domain name of a distribution, like those of AWS. */
export function toDistributionDomain(logicalId: string): string {
  return `${logicalId.toLowerCase()}.cloudfront.net`;
}

function readOrigin(origin: Properties): DistributionOrigin {
  return {
    domainName: origin.string('DomainName'),
    isBucket: origin.raw('S3OriginConfig') !== undefined,
    customHeaders: Object.fromEntries(
      origin
        .objects('OriginCustomHeaders')
        .map((header) => [header.string('HeaderName'), header.string('HeaderValue')]),
    ),
  };
}

function readViewerRequest(
  behavior: Properties,
  codes: ReadonlyMap<string, string>,
  where: string,
  notServed: string[],
): string | undefined {
  let code: string | undefined;
  for (const association of behavior.objects('FunctionAssociations')) {
    const event = association.string('EventType');
    const [, logicalId] = association.string('FunctionARN').split('function/');
    if (event === 'viewer-request') code = codes.get(logicalId ?? '');
    if (event !== 'viewer-request' || code === undefined)
      notServed.push(`${where}: the function of the event ${event} is not served`);
  }
  return code;
}

function readForwarding(behavior: Properties, where: string, notServed: string[]): boolean {
  const policy = behavior.optionalString('OriginRequestPolicyId');
  if (policy === undefined || policy === ALL_VIEWER_EXCEPT_HOST) return policy !== undefined;
  notServed.push(`${where}: the origin request policy ${policy} is not served`);
  return false;
}

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-cloudfront-responseheaderspolicy.html */
function readHeaders(config: Properties): PolicyHeader[] {
  const security = config.object('SecurityHeadersConfig');
  const named = (member: string, name: string, read: (part: Properties) => string): PolicyHeader[] => {
    if (security.raw(member) === undefined) return [];
    const part = security.object(member);
    return [{ name, value: read(part), override: part.boolean('Override') }];
  };
  return [
    ...named('ContentSecurityPolicy', 'Content-Security-Policy', (part) =>
      part.string('ContentSecurityPolicy'),
    ),
    ...named('StrictTransportSecurity', 'Strict-Transport-Security', (part) => {
      const age = `max-age=${part.number('AccessControlMaxAgeSec', 0)}`;
      return part.boolean('IncludeSubdomains') ? `${age}; includeSubDomains` : age;
    }),
    ...named('ContentTypeOptions', 'X-Content-Type-Options', () => 'nosniff'),
    ...named('ReferrerPolicy', 'Referrer-Policy', (part) => part.string('ReferrerPolicy')),
    ...named('FrameOptions', 'X-Frame-Options', (part) => part.string('FrameOption')),
    ...config
      .object('CustomHeadersConfig')
      .objects('Items')
      .map((item) => ({
        name: item.string('Header'),
        value: item.string('Value'),
        override: item.boolean('Override'),
      })),
  ];
}
