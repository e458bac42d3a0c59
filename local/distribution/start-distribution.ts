import type { Agent } from 'node:http';
import type { GatewayRequest } from '../gateway/request.ts';
import type { WireResponse } from '../gateway/response.ts';
import type { Authorizer } from '../iam/authorizer.ts';
import { mapValues } from '../local-values.ts';
import type { Distribution } from '../template/distribution.ts';
import { ACCOUNT_ID, REGION } from '../template/names.ts';
import type { Service } from '../template/service.ts';
import { createBucketOrigin } from './bucket-origin.ts';
import { createDistribution } from './distribution.ts';

export type DistributionParts = {
  service: Service;
  authorizer: Authorizer;
  /** Connects to S3 itself. The distribution is not a function, so its requests do not pass the guard of functions. */
  s3: Agent;
  localValue: (text: string) => string;
  callApi: (request: GatewayRequest) => Promise<WireResponse>;
  report: (line: string) => void;
};

/**
 * Returns a function that answers requests to the distribution of the service; undefined if it has none.
 * @throws Error if it has several, or if the policy of a bucket does not let the distribution read its objects
 */
export function startDistribution({
  service,
  authorizer,
  s3,
  localValue,
  callApi,
  report,
}: DistributionParts): ((request: GatewayRequest) => Promise<WireResponse>) | undefined {
  const [deployed, ...others] = service.distributions;
  if (deployed === undefined) return undefined;
  if (others.length > 0) throw new Error('only one distribution is supported');
  const distribution = localize(deployed, localValue);
  const buckets = new Map(service.buckets.map(({ name }) => [`${name}.s3.${REGION}.amazonaws.com`, name]));
  const origins = new Map(
    distribution.behaviors
      .filter(({ origin }) => origin.isBucket)
      .flatMap(({ origin: { domainName } }) => {
        const name = buckets.get(domainName);
        if (name === undefined) return [];
        const may = (action: string, resource: string) =>
          isAllowed(authorizer, distribution.id, action, resource);
        if (!may('s3:GetObject', `arn:aws:s3:::${name}/index.html`))
          throw new Error(`${distribution.logicalId} may not read the objects of ${name}`);
        return [[domainName, createBucketOrigin(s3, name, may('s3:ListBucket', `arn:aws:s3:::${name}`))]];
      }) as [string, ReturnType<typeof createBucketOrigin>][],
  );
  return createDistribution(distribution, { callApi, findBucket: (domain) => origins.get(domain), report });
}

/** Returns the distribution with the values of this machine in its headers. */
function localize(distribution: Distribution, localValue: (text: string) => string): Distribution {
  return {
    ...distribution,
    behaviors: distribution.behaviors.map((behavior) => ({
      ...behavior,
      origin: { ...behavior.origin, customHeaders: mapValues(behavior.origin.customHeaders, localValue) },
      responseHeaders: behavior.responseHeaders.map((header) => ({
        ...header,
        value: localValue(header.value),
      })),
    })),
  };
}

function isAllowed(
  authorizer: Authorizer,
  distributionId: string,
  action: string,
  resource: string,
): boolean {
  const sourceArn = `arn:aws:cloudfront::${ACCOUNT_ID}:distribution/${distributionId}`;
  const principal = { kind: 'service', name: 'cloudfront.amazonaws.com' } as const;
  return authorizer.authorize(principal, { action, resource, context: { 'aws:sourcearn': [sourceArn] } })
    .allowed;
}
