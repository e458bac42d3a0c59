import type { PageFacts } from './facts.ts';

/** One sign that something in front of a site answered instead of the site. */
export interface ChallengeIndicator {
  /** Who answered, as people know it. */
  by: string;
  /** Header of the main document's answer, in lower case, and what its value is like. */
  header?: readonly [name: string, value: RegExp];
  /** Statuses that go with it; any unless given. */
  statuses?: readonly number[];
  /** Selector of an element that only such pages have; looked for on pages with next to no text. */
  mark?: string;
  title?: RegExp;
  /** Address that visitors are sent to. */
  address?: RegExp;
}

const refused = [401, 403, 405, 406, 429, 503];

/**
 * Signs of bot walls and challenge pages; every member of a sign must hold. Elements are looked for on pages that
 * show next to no text only, so that a page with a captcha in its contact form is none.
 *
 * Sources, as far as the vendors say it themselves:
 * Cloudflare https://developers.cloudflare.com/cloudflare-challenges/challenge-types/challenge-pages/detect-response/
 * AWS WAF https://docs.aws.amazon.com/waf/latest/developerguide/waf-captcha-and-challenge-how-it-works.html
 * Akamai https://techdocs.akamai.com/property-mgr/docs/return-cust-error-codes
 * Imperva https://docs.imperva.com/bundle/cloud-application-security/page/settings/error-pages.htm
 * DataDome https://docs.datadome.co/docs/how-it-works; HUMAN https://docs.humansecurity.com
 * Vercel https://vercel.com/docs/headers/response-headers; the rest is what their pages are seen to hold.
 */
export const challengeIndicators: ChallengeIndicator[] = [
  { by: 'Cloudflare', header: ['cf-mitigated', /^challenge$/i] },
  { by: 'Cloudflare', mark: '#challenge-form, #challenge-running, #challenge-error-text', title: /./ },
  { by: 'Cloudflare', mark: 'script[src*="/cdn-cgi/challenge-platform/"]', title: /^just a moment/i },
  { by: 'Cloudflare', header: ['server', /^cloudflare/i], statuses: [403], title: /^attention required!/i },
  { by: 'Cloudflare', header: ['server', /^cloudflare/i], statuses: [403], mark: '#cf-error-details' },
  { by: 'AWS WAF', header: ['x-amzn-waf-action', /^(challenge|captcha)$/i] },
  { by: 'AWS WAF', statuses: [202, 403, 405], mark: 'script[src*=".awswaf.com/"]' },
  { by: 'Akamai', header: ['server', /^AkamaiGHost/i], statuses: refused, title: /^access denied/i },
  { by: 'Akamai', mark: '#sec-if-cpt-container, #sec-cpt-if, script[src*="/_sec/cp_challenge/"]' },
  { by: 'Imperva', mark: 'iframe[src*="_Incapsula_Resource"]' },
  { by: 'Imperva', header: ['x-iinfo', /./], statuses: refused, mark: 'script[src*="_Incapsula_Resource"]' },
  { by: 'DataDome', header: ['x-datadome', /./], statuses: refused },
  { by: 'DataDome', header: ['x-dd-b', /./], statuses: refused },
  { by: 'DataDome', mark: 'script[src*="captcha-delivery.com/"], iframe[src*="captcha-delivery.com/"]' },
  { by: 'HUMAN', mark: '#px-captcha, .px-captcha-container, script[src*="captcha.px-cdn.net/"]' },
  { by: 'HUMAN', statuses: refused, title: /^access to this page has been denied/i },
  { by: 'Vercel', header: ['x-vercel-mitigated', /^(challenge|deny)$/i] },
  { by: 'Kasada', header: ['x-kpsdk-ct', /./], statuses: refused },
  { by: 'Sucuri', header: ['x-sucuri-block', /./] },
  { by: 'Radware', address: /^https?:\/\/validate\.perfdrive\.com\// },
  { by: 'Google', address: /^https?:\/\/www\.google\.[a-z.]+\/sorry\// },
  { by: 'F5', title: /^request rejected$/i, mark: 'a[href*="history.back"]' },
  {
    by: 'a captcha',
    mark: 'iframe[src*="hcaptcha.com/"], .h-captcha, iframe[src*="/recaptcha/"], .g-recaptcha, .cf-turnstile',
    title:
      /are you (a )?(human|robot)|verif(y|ying) (that )?you('re| are)|human verification|security check|captcha|robot check|bot (check|detection)|access denied|one more step/i,
  },
  {
    by: 'a captcha',
    statuses: refused,
    mark: 'iframe[src*="hcaptcha.com/"], .h-captcha, iframe[src*="/recaptcha/"], .g-recaptcha, .cf-turnstile',
  },
];

/** The selectors to look for on slight pages, each once. */
export const challengeSelectors: string[] = [
  ...new Set(challengeIndicators.flatMap(({ mark }) => (mark === undefined ? [] : [mark]))),
];

/** Who answered in the site's stead; undefined when nothing says that anybody did. */
export function findChallengeProvider(facts: PageFacts): string | undefined {
  return challengeIndicators.find((sign) => holds(sign, facts))?.by;
}

function holds({ header, statuses, mark, title, address }: ChallengeIndicator, facts: PageFacts): boolean {
  const value = header === undefined ? undefined : facts.headers[header[0]];
  return (
    (header === undefined || (value !== undefined && header[1].test(value))) &&
    (statuses === undefined || statuses.includes(facts.httpStatus ?? 0)) &&
    (mark === undefined || facts.marks?.includes(mark) === true) &&
    (title === undefined || (facts.slight === true && title.test(facts.title ?? ''))) &&
    (address === undefined || address.test(facts.finalUrl ?? ''))
  );
}
