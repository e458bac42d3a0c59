import { describe, expect, it } from 'vitest';
import { hashDecisionBasis } from '../../../core/findings/decision-basis.ts';
import type { ElementFacts, PathStep } from '../../../core/findings/element-facts.ts';
import { fingerprintVersions, identify } from '../../../core/findings/fingerprint.ts';
import type { IdentityInput } from '../../../core/findings/identity.ts';
import { pageSettingsDefault } from '../../../core/scans/page-settings.ts';
import { noChecks } from '../../support/no-checks.ts';

const step = (tag: string, index: number, more: Partial<PathStep> = {}): PathStep => ({
  tag,
  index,
  role: '',
  id: '',
  label: '',
  inShadow: false,
  ...more,
});
const element = (given: Partial<ElementFacts>): ElementFacts => ({
  tag: 'a',
  attributes: [],
  ownText: '',
  text: null,
  inside: null,
  path: [step('html', 1), step('body', 1), step('main', 1), step('a', 2)],
  hosts: [],
  base: 'https://shop.example/plants/',
  ...given,
});
const found = (given: Partial<IdentityInput>): IdentityInput => ({
  ruleId: 'link-name',
  kind: 'violation',
  page: '/plants?page=2',
  frames: [],
  element: element({}),
  checks: noChecks,
  ...given,
});

const link = element({
  attributes: [
    ['href', '../basket?utm_source=mail&item=4'],
    ['class', 'css-1x8zt4k'],
    ['aria-label', 'Basket (3 items)'],
  ],
  text: '  Basket 3 ',
  ownText: '  Basket 3 ',
});
const frame = element({
  tag: 'iframe',
  attributes: [
    ['src', '/widgets/chat.3f2a9c1e.html?session=1'],
    ['id', 'chat'],
  ],
});
const inShadow = element({
  tag: 'img',
  attributes: [['src', 'assets/hero.9b1d77c0.webp']],
  hosts: [{ tag: 'shop-hero', attributes: [['id', ':r1:']] }],
  path: [step('html', 1), step('body', 1), step('shop-hero', 1), step('img', 1, { inShadow: true })],
});
const priced = found({
  ruleId: 'color-contrast',
  element: element({ tag: 'p', text: '£4.50', ownText: '£4.50' }),
  checks: {
    ...noChecks,
    any: [{ id: 'color-contrast', message: '', data: { fgColor: '#777777', bgColor: '#ffffff' } }],
  },
});

describe('the identity of a finding', () => {
  it.each<[string, IdentityInput, string[]]>([
    [
      'a link',
      found({ element: link }),
      ['f1_afeaad9ef0342a6423bb9390', 'f45dfa343e11f66f', 'c3e1d5669a7abdf9', '9c1ac49cb453c007'],
    ],
    [
      'a link in a frame',
      found({ element: link, frames: [frame] }),
      ['f1_2f5a334494ca5d424c431214', '9c806fdb69d4cb7e', 'c3e1d5669a7abdf9', 'dd46595f1733007f'],
    ],
    [
      'a picture in a shadow root',
      found({ ruleId: 'image-alt', element: inShadow }),
      ['f1_4d074b83a13c2d0dc5ec142a', '5ba472ef755476fc', 'df0b403eeb449289', 'ef26e73f2cd0e931'],
    ],
    [
      'a text with low contrast',
      priced,
      ['f1_032fa036cab138af03c093bd', 'adfef5bd4e1725c3', 'b95d155674445238', '99f1d5f382bcc332'],
    ],
    [
      'a page without a title',
      found({ ruleId: 'document-title', element: element({ tag: 'html' }) }),
      ['f1_85d5057553f9e1784cf42369', '537c21eee98a2e05', 'd92858d3728fd9de', '2d35ef287dca4e9a'],
    ],
  ])('does not change, because it is stored with scans; a change needs a new version: %s', (_, of, kept) => {
    const { fingerprint, formerly, place, markup, component } = identify(of);
    expect([fingerprint, place, markup, component]).toEqual(kept);
    expect(formerly).toEqual([]);
  });

  it('has a fingerprint under each version that is still matched, the current one first', () => {
    const [present] = fingerprintVersions;
    const earlier = { version: 7, of: ({ ruleId }: IdentityInput) => ruleId };
    const { fingerprint, formerly } = identify(found({}), [present, earlier]);
    expect(fingerprint).toBe(identify(found({})).fingerprint);
    expect(formerly).toEqual([expect.stringMatching(/^f7_[0-9a-f]{24}$/)]);
  });
});

describe('what a person judges at a finding that needs review', () => {
  // axe shows only the opening tag of a large element.
  const opening = '<video controls="" class="hero">';
  const basisOf = (given: Partial<ElementFacts>, kind: IdentityInput['kind'] = 'review') => {
    const video = element({ tag: 'video', attributes: [['controls', '']], ...given });
    const identity = identify(found({ ruleId: 'video-caption', kind, element: video }));
    return {
      identity,
      basis: hashDecisionBasis({ html: opening, checks: noChecks, identity }, pageSettingsDefault),
    };
  };
  const source = (src: string) => ({ tag: 'source', attributes: [['src', src]] as const });
  const judged = { text: 'Your browser shows no videos.', inside: [source('/tour.mp4')] };

  it('is not the same if the content of the element changes, although fingerprint and snippet stay', () => {
    const before = basisOf(judged);
    const after = basisOf({ ...judged, inside: [source('/other.mp4')] });
    expect(after.identity.fingerprint).toBe(before.identity.fingerprint);
    expect(after.basis).not.toBe(before.basis);
    expect(basisOf({ ...judged, text: 'Other text' }).basis).not.toBe(before.basis);
    expect(basisOf({ text: null, inside: null }).basis).not.toBe(before.basis);
  });

  it('is the same for other white space, another nonce and another order of attributes', () => {
    const inside = (attributes: [string, string][]) => [{ tag: 'track', attributes }];
    const before = basisOf({
      ...judged,
      inside: inside([
        ['src', '/a.vtt'],
        ['kind', 'captions'],
      ]),
    });
    const after = basisOf({
      text: 'Your browser  shows no videos. ',
      inside: inside([
        ['kind', ' captions'],
        ['nonce', 'n1'],
        ['src', '/a.vtt'],
      ]),
    });
    expect(after.basis).toBe(before.basis);
  });

  it('is not stored with violations, which nobody decides about', () => {
    expect(basisOf(judged, 'violation').identity).not.toHaveProperty('content');
  });
});
