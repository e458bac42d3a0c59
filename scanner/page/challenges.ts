import type { PageFacts } from './facts.ts';

/** An indicator that a bot protection answered instead of the site. All members that are given must match. */
export interface ChallengeIndicator {
  /** Product name of the bot protection. */
  provider: string;
  /** Header of the main document's response, in lower case, and a pattern of its value. */
  header?: readonly [name: string, value: RegExp];
  /** HTTP statuses of the response. Default: any. */
  statuses?: readonly number[];
  /** Selector of an element that only challenge pages have. Matched only on pages with little text. */
  selector?: string;
  title?: RegExp;
  /** Pattern of the address that visitors are redirected to. */
  address?: RegExp;
}

const refusalStatuses = [401, 403, 405, 406, 429, 503];

/**
 * Indicators of bot protection and challenge pages. Selectors and titles count only on pages with little text, so that
 * a page with a captcha in its contact form is not taken for a challenge page.
 *
 * Sources, as far as the vendors document it:
 * Cloudflare https://developers.cloudflare.com/cloudflare-challenges/challenge-types/challenge-pages/detect-response/
 * AWS WAF https://docs.aws.amazon.com/waf/latest/developerguide/waf-captcha-and-challenge-how-it-works.html
 * Akamai https://techdocs.akamai.com/property-mgr/docs/return-cust-error-codes
 * Imperva https://docs.imperva.com/bundle/cloud-application-security/page/settings/error-pages.htm
 * DataDome https://docs.datadome.co/docs/how-it-works; HUMAN https://docs.humansecurity.com
 * Vercel https://vercel.com/docs/headers/response-headers; the rest was observed on their pages.
 */
export const challengeIndicators: ChallengeIndicator[] = [
  { provider: 'Cloudflare', header: ['cf-mitigated', /^challenge$/i] },
  {
    provider: 'Cloudflare',
    selector: '#challenge-form, #challenge-running, #challenge-error-text',
    title: /./,
  },
  {
    provider: 'Cloudflare',
    selector: 'script[src*="/cdn-cgi/challenge-platform/"]',
    title: /^just a moment/i,
  },
  {
    provider: 'Cloudflare',
    header: ['server', /^cloudflare/i],
    statuses: [403],
    title: /^attention required!/i,
  },
  {
    provider: 'Cloudflare',
    header: ['server', /^cloudflare/i],
    statuses: [403],
    selector: '#cf-error-details',
  },
  { provider: 'AWS WAF', header: ['x-amzn-waf-action', /^(challenge|captcha)$/i] },
  { provider: 'AWS WAF', statuses: [202, 403, 405], selector: 'script[src*=".awswaf.com/"]' },
  {
    provider: 'Akamai',
    header: ['server', /^AkamaiGHost/i],
    statuses: refusalStatuses,
    title: /^access denied/i,
  },
  { provider: 'Akamai', selector: '#sec-if-cpt-container, #sec-cpt-if, script[src*="/_sec/cp_challenge/"]' },
  { provider: 'Imperva', selector: 'iframe[src*="_Incapsula_Resource"]' },
  {
    provider: 'Imperva',
    header: ['x-iinfo', /./],
    statuses: refusalStatuses,
    selector: 'script[src*="_Incapsula_Resource"]',
  },
  { provider: 'DataDome', header: ['x-datadome', /./], statuses: refusalStatuses },
  { provider: 'DataDome', header: ['x-dd-b', /./], statuses: refusalStatuses },
  {
    provider: 'DataDome',
    selector: 'script[src*="captcha-delivery.com/"], iframe[src*="captcha-delivery.com/"]',
  },
  { provider: 'HUMAN', selector: '#px-captcha, .px-captcha-container, script[src*="captcha.px-cdn.net/"]' },
  { provider: 'HUMAN', statuses: refusalStatuses, title: /^access to this page has been denied/i },
  { provider: 'Vercel', header: ['x-vercel-mitigated', /^(challenge|deny)$/i] },
  { provider: 'Kasada', header: ['x-kpsdk-ct', /./], statuses: refusalStatuses },
  { provider: 'Sucuri', header: ['x-sucuri-block', /./] },
  { provider: 'Radware', address: /^https?:\/\/validate\.perfdrive\.com\// },
  { provider: 'Google', address: /^https?:\/\/www\.google\.[a-z.]+\/sorry\// },
  { provider: 'F5', title: /^request rejected$/i, selector: 'a[href*="history.back"]' },
  {
    provider: 'a captcha',
    selector:
      'iframe[src*="hcaptcha.com/"], .h-captcha, iframe[src*="/recaptcha/"], .g-recaptcha, .cf-turnstile',
    title:
      /are you (a )?(human|robot)|verif(y|ying) (that )?you('re| are)|human verification|security check|captcha|robot check|bot (check|detection)|access denied|one more step/i,
  },
  {
    provider: 'a captcha',
    statuses: refusalStatuses,
    selector:
      'iframe[src*="hcaptcha.com/"], .h-captcha, iframe[src*="/recaptcha/"], .g-recaptcha, .cf-turnstile',
  },
];

/** The selectors to match on pages with little text, each once. */
export const challengeSelectors: string[] = [
  ...new Set(challengeIndicators.flatMap(({ selector }) => (selector === undefined ? [] : [selector]))),
];

/** Returns the bot protection that answered instead of the site; undefined if no indicator matches. */
export function findChallengeProvider(facts: PageFacts): string | undefined {
  return challengeIndicators.find((indicator) => matches(indicator, facts))?.provider;
}

function matches(
  { header, statuses, selector, title, address }: ChallengeIndicator,
  facts: PageFacts,
): boolean {
  const value = header === undefined ? undefined : facts.headers[header[0]];
  return (
    (header === undefined || (value !== undefined && header[1].test(value))) &&
    (statuses === undefined || statuses.includes(facts.httpStatus ?? 0)) &&
    (selector === undefined || facts.matchedIndicators?.includes(selector) === true) &&
    (title === undefined || (facts.hasLittleText === true && title.test(facts.title ?? ''))) &&
    (address === undefined || address.test(facts.finalUrl ?? ''))
  );
}
