import { describe, expect, it } from 'vitest';
import { challengeIndicators, findChallengeProvider } from '../../../scanner/page/challenges.ts';
import type { PageFacts } from '../../../scanner/page/facts.ts';

const ordinary = {
  finalUrl: 'https://example.com/',
  httpStatus: 200,
  headers: { server: 'cloudflare', 'x-iinfo': '1', 'x-kpsdk-ct': 'x', 'x-datadome': 'protected' },
  title: 'Verify you are human: a history of captchas',
  slight: false,
  marks: [],
} as unknown as PageFacts;
const captcha = challengeIndicators.find(({ provider }) => provider === 'a captcha')?.selector ?? '';
const findIndicator = (word: string) =>
  challengeIndicators.find(({ selector: indicator }) => indicator?.includes(word))?.selector ?? '';

const pages: [string, Partial<PageFacts>, string][] = [
  ['the header of a challenge', { httpStatus: 403, headers: { 'cf-mitigated': 'challenge' } }, 'Cloudflare'],
  [
    'the form of a challenge',
    { hasLittleText: true, matchedIndicators: [findIndicator('#challenge-form')] },
    'Cloudflare',
  ],
  [
    'the script of a challenge',
    { hasLittleText: true, title: 'Just a moment...', matchedIndicators: [findIndicator('/cdn-cgi/')] },
    'Cloudflare',
  ],
  [
    'a refusal',
    { httpStatus: 403, hasLittleText: true, title: 'Attention Required! | Cloudflare' },
    'Cloudflare',
  ],
  [
    'a block page',
    { httpStatus: 403, hasLittleText: true, matchedIndicators: [findIndicator('#cf-error-details')] },
    'Cloudflare',
  ],
  ['a challenge', { httpStatus: 202, headers: { 'x-amzn-waf-action': 'challenge' } }, 'AWS WAF'],
  [
    'the script of a challenge',
    { httpStatus: 405, hasLittleText: true, matchedIndicators: [findIndicator('.awswaf.com/')] },
    'AWS WAF',
  ],
  [
    'a refusal',
    { httpStatus: 403, headers: { server: 'AkamaiGHost' }, hasLittleText: true, title: 'Access Denied' },
    'Akamai',
  ],
  [
    'a challenge',
    { hasLittleText: true, matchedIndicators: [findIndicator('#sec-if-cpt-container')] },
    'Akamai',
  ],
  [
    'the frame of a challenge',
    { hasLittleText: true, matchedIndicators: [findIndicator('iframe[src*="_Incapsula')] },
    'Imperva',
  ],
  [
    'the script of a refusal',
    { httpStatus: 403, hasLittleText: true, matchedIndicators: [findIndicator('script[src*="_Incapsula')] },
    'Imperva',
  ],
  ['a refusal', { httpStatus: 403, headers: { 'x-datadome': 'protected' } }, 'DataDome'],
  ['a refusal by its other header', { httpStatus: 403, headers: { 'x-dd-b': '1' } }, 'DataDome'],
  ['a captcha', { hasLittleText: true, matchedIndicators: [findIndicator('captcha-delivery')] }, 'DataDome'],
  ['a captcha', { hasLittleText: true, matchedIndicators: [findIndicator('#px-captcha')] }, 'HUMAN'],
  [
    'a refusal',
    { httpStatus: 403, headers: {}, hasLittleText: true, title: 'Access to this page has been denied' },
    'HUMAN',
  ],
  ['a challenge', { httpStatus: 429, headers: { 'x-vercel-mitigated': 'challenge' } }, 'Vercel'],
  ['a refusal', { httpStatus: 429, headers: { 'x-kpsdk-ct': 'x' } }, 'Kasada'],
  ['a refusal', { httpStatus: 403, headers: { 'x-sucuri-block': 'XSS' } }, 'Sucuri'],
  ['a redirect', { finalUrl: 'https://validate.perfdrive.com/x?ssc=1' }, 'Radware'],
  ['a redirect', { finalUrl: 'https://www.google.com/sorry/index?continue=x' }, 'Google'],
  [
    'a refusal',
    { hasLittleText: true, title: 'Request Rejected', matchedIndicators: [findIndicator('history.back')] },
    'F5',
  ],
  [
    'an interstitial',
    { hasLittleText: true, title: 'Are you a human?', matchedIndicators: [captcha] },
    'a captcha',
  ],
  [
    'a refusal',
    { httpStatus: 403, headers: {}, hasLittleText: true, matchedIndicators: [captcha] },
    'a captcha',
  ],
];

describe('the detection of challenge pages', () => {
  it.each(pages)('%s', (_what, facts, by) => {
    expect(findChallengeProvider({ ...ordinary, ...facts })).toBe(by);
  });

  it('has a test page for every indicator', () => {
    const alone = challengeIndicators.map((sign) =>
      pages.some(([, facts]) => {
        const others = challengeIndicators.splice(0, challengeIndicators.length, sign);
        const hit = findChallengeProvider({ ...ordinary, ...facts }) !== undefined;
        challengeIndicators.splice(0, challengeIndicators.length, ...others);
        return hit;
      }),
    );
    expect(alone).not.toContain(false);
  });

  it.each<[string, Partial<PageFacts>]>([
    ['an ordinary page of a site behind such a service', {}],
    [
      'a contact form with a captcha',
      { hasLittleText: true, title: 'Contact', matchedIndicators: [captcha] },
    ],
    ['an article about captchas', { hasLittleText: false, title: 'Are you a human?', matchedIndicators: [] }],
    ['a page that was not found', { httpStatus: 404, headers: { server: 'AkamaiGHost', 'x-datadome': 'x' } }],
    [
      'a page with invisible bot detection',
      { hasLittleText: true, title: 'Home', matchedIndicators: [findIndicator('/cdn-cgi/')] },
    ],
  ])('does not detect %s as a challenge', (_what, facts) => {
    expect(findChallengeProvider({ ...ordinary, ...facts })).toBeUndefined();
  });
});
