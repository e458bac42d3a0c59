import { Duration, Stack, Validations } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AccessLevel,
  AllowedMethods,
  CachePolicy,
  Distribution,
  type DistributionProps,
  FunctionEventType,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  OriginSslPolicy,
  PriceClass,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { STAGE_NAME } from '../../core/api/endpoint.ts';
import type { CustomDomain, StageSettings } from '../stage-settings.ts';
import { createEdgeFunction } from './edge-function.ts';
import { getGlobalName } from './global-name.ts';
import { ORIGIN_SECRET_HEADER } from './origin-secret.ts';
import { createApiHeaders, createPageHeaders } from './response-headers.ts';

export interface DashboardDistributionProps {
  /** The bucket of the files. */
  readonly bucket: IBucket;
  /** Id of the REST API. */
  readonly apiId: string;
  readonly originSecret: string;
  /** Host of the bucket with the pictures of findings. */
  readonly pictureHost: string;
  readonly settings: StageSettings;
}

/**
 * Errors that CloudFront caches for 10 seconds by default, without regard to cookies and `Cache-Control: no-store`
 * (https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/custom-error-pages-expiration.html). One caller's
 * error must never be the answer to another caller.
 */
const cachedErrors = [400, 403, 404, 405, 414, 500, 501, 502, 503, 504];

/** Seconds for which CloudFront waits for the API, which gives up on a function after 29 seconds. */
const API_SECONDS = 30;

/** One host for the files of the dashboard and, under `/api`, for the API. */
export class DashboardDistribution extends Construct {
  readonly distribution: Distribution;
  /** `https://<host>`, without a slash. */
  readonly origin: string;

  constructor(scope: Construct, id: string, props: DashboardDistributionProps) {
    super(scope, id);
    const { bucket, apiId, originSecret, pictureHost, settings } = props;
    const domain = settings.dashboardDomain;
    const { region, urlSuffix } = Stack.of(this);
    // Built from the id of the API. The URL of its stage would make the distribution depend on each deployment of it.
    const apiOrigin = new HttpOrigin(`${apiId}.execute-api.${region}.${urlSuffix}`, {
      protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
      originSslProtocols: [OriginSslPolicy.TLS_V1_2],
      readTimeout: Duration.seconds(API_SECONDS),
      customHeaders: { [ORIGIN_SECRET_HEADER]: originSecret },
    });
    this.distribution = new Distribution(this, 'Distribution', {
      comment: 'Dashboard',
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_100,
      defaultRootObject: 'index.html',
      defaultBehavior: {
        // Listing lets S3 answer 404 instead of 403 for a missing file. No path lists: `/` becomes /index.html.
        origin: S3BucketOrigin.withOriginAccessControl(bucket, {
          originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
        }),
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
        compress: true,
        cachePolicy: this.#createFileCache(settings),
        responseHeadersPolicy: createPageHeaders(this, settings, pictureHost),
        functionAssociations: [
          {
            eventType: FunctionEventType.VIEWER_REQUEST,
            function: createEdgeFunction(
              this,
              'RouteNavigation',
              settings,
              'route-navigation',
              'Screens get index.html',
            ),
          },
        ],
      },
      additionalBehaviors: {
        [`/${STAGE_NAME}/*`]: {
          origin: apiOrigin,
          // A redirect would let a client send its key without encryption again and again.
          viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
          allowedMethods: AllowedMethods.ALLOW_ALL,
          compress: true,
          cachePolicy: CachePolicy.CACHING_DISABLED,
          originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
          responseHeadersPolicy: createApiHeaders(this, settings),
          functionAssociations: [
            {
              eventType: FunctionEventType.VIEWER_REQUEST,
              function: createEdgeFunction(
                this,
                'PassViewerAddress',
                settings,
                'pass-viewer-address',
                'Names the address of the viewer to the API',
              ),
            },
          ],
        },
      },
      errorResponses: cachedErrors.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      ...this.#readDomain(domain),
    });
    this.origin = `https://${domain?.name ?? this.distribution.distributionDomainName}`;
    this.#acknowledge(domain !== undefined);
  }

  /**
   * Creates the policy for files: the `Cache-Control` of each object decides. The managed policy CachingOptimized would
   * cache index.html for at least one second.
   */
  #createFileCache(settings: StageSettings): CachePolicy {
    return new CachePolicy(this, 'FileCache', {
      cachePolicyName: getGlobalName(settings, 'files'),
      comment: 'As long as the Cache-Control of each file says',
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.days(365),
      enableAcceptEncodingGzip: true,
      enableAcceptEncodingBrotli: true,
    });
  }

  #readDomain(domain: CustomDomain | undefined): Partial<DistributionProps> {
    if (domain === undefined) return {};
    return {
      domainNames: [domain.name],
      certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
    };
  }

  #acknowledge(hasDomain: boolean): void {
    Validations.of(this.distribution).acknowledge(
      {
        id: 'AwsSolutions-CFR1',
        reason: 'Customers may work in any country. The service has no reason to exclude one.',
      },
      {
        id: 'AwsSolutions-CFR2',
        reason:
          'The static part has no input, and the API limits calls by key, person and address. A web ACL has a monthly ' +
          'cost; an operator may attach one to the distribution without a change here.',
      },
      {
        id: 'AwsSolutions-CFR3',
        reason:
          'The API logs each call with the caller. The log of the distribution would add requests for public files, ' +
          'with the addresses of all viewers.',
      },
    );
    if (!hasDomain)
      Validations.of(this.distribution).acknowledge({
        id: 'AwsSolutions-CFR4',
        reason:
          'CloudFront decides about the TLS versions of its own domain names. With a custom domain (-c ' +
          'dashboardDomain), TLS 1.2 is the minimum.',
      });
  }
}
