import { Duration } from 'aws-cdk-lib';
import { HeadersFrameOption, HeadersReferrerPolicy, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import type { StageSettings } from '../stage-settings.ts';
import { getGlobalName } from './global-name.ts';

/**
 * Returns the content security policy of the dashboard's pages. It has no `unsafe-*`: scripts and styles are files, and
 * with Trusted Types no script can turn a text into markup or code
 * (https://w3c.github.io/trusted-types/dist/spec/).
 * Pictures of shared reports are in responses of the API, so that images may be `data:` URLs.
 * @param pictureHost host of the bucket with the pictures of findings, which pages show by signed links
 */
function buildContentSecurityPolicy(pictureHost: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    `img-src 'self' data: https://${pictureHost}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

/** Creates the headers of the static part. */
export function createPageHeaders(
  scope: Construct,
  settings: StageSettings,
  pictureHost: string,
): ResponseHeadersPolicy {
  return new ResponseHeadersPolicy(scope, 'PageHeaders', {
    comment: 'Pages and files of the dashboard',
    responseHeadersPolicyName: getGlobalName(settings, 'pages'),
    securityHeadersBehavior: {
      contentSecurityPolicy: {
        contentSecurityPolicy: buildContentSecurityPolicy(pictureHost),
        override: true,
      },
      strictTransportSecurity: {
        accessControlMaxAge: Duration.days(365),
        includeSubdomains: true,
        override: true,
      },
      contentTypeOptions: { override: true },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
      // For browsers that do not know frame-ancestors.
      frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
    },
    customHeadersBehavior: {
      customHeaders: [
        // Shared reports can be opened by everyone who has a link, and no screen belongs into a search engine.
        { header: 'X-Robots-Tag', value: 'noindex', override: true },
        { header: 'Cross-Origin-Opener-Policy', value: 'same-origin', override: true },
        { header: 'Cross-Origin-Resource-Policy', value: 'same-origin', override: true },
      ],
    },
  });
}

/**
 * Creates the headers that the distribution adds under `/api`. Reports contain what pages of strangers contain, and
 * have the origin of the session's cookie. So an answer runs nothing unless its function says otherwise.
 */
export function createApiHeaders(scope: Construct, settings: StageSettings): ResponseHeadersPolicy {
  return new ResponseHeadersPolicy(scope, 'ApiHeaders', {
    comment: 'Answers of the API',
    responseHeadersPolicyName: getGlobalName(settings, 'api'),
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy: "default-src 'none'; sandbox", override: false },
    },
  });
}
