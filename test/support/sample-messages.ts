import type { AlertMessage, MessageEntry } from '../../core/alerts/message.ts';

const ORIGIN = 'https://scans.example.com';
const settings = { text: 'Change this alert', url: `${ORIGIN}/settings/alerts?account=acct_1` };

const missingName: MessageEntry = {
  title: 'Images must have alternative text',
  link: `${ORIGIN}/scans/scan_1?tab=violations&group=grp_1&account=acct_1`,
  facts: [
    { name: 'Impact', value: 'Critical' },
    { name: 'Requirement', value: 'WCAG 2.2, 1.1.1 Non-text Content (level A)' },
    { name: 'Pages', value: '3, for example https://shop.example.com/products' },
    { name: 'Element', value: '<img src="/assets/trowel.svg" class="product-image">', isCode: true },
  ],
  remedy: 'Add an alt attribute that says what the image shows. If the image is decorative, use alt="".',
};

const lowContrast: MessageEntry = {
  title: 'Text must have sufficient color contrast',
  link: `${ORIGIN}/scans/scan_1?tab=violations&group=grp_2&account=acct_1`,
  facts: [
    { name: 'Impact', value: 'Serious' },
    { name: 'Requirement', value: 'WCAG 2.2, 1.4.3 Contrast (Minimum) (level AA)' },
    { name: 'Pages', value: '12' },
    { name: 'Element', value: '<p class="price">€ 12.90</p>', isCode: true },
  ],
  remedy: 'The contrast is 2.9:1. Change the color of the text to #6b6b6b or darker for 4.5:1.',
};

/** One message of each kind that the service sends, by type. */
export const sampleMessages = {
  'issues.new': {
    title: '2 new issues: Web shop',
    intro: ['The scan of 27 November 2026, 06:04 UTC, found 2 issues that Web shop did not have before.'],
    sections: [{ heading: 'New issues', entries: [missingName, lowContrast], omitted: 3 }],
    action: { text: 'See all new issues', url: `${ORIGIN}/scans/scan_1?tab=changes&account=acct_1` },
    reason: 'The alert "Web shop" of Example Ltd reports new issues of impact serious or critical to you.',
    settings,
  },
  digest: {
    title: 'Weekly digest: 3 sites of Example Ltd',
    intro: ['From 20 to 27 November 2026: 2 new issues, 1 fixed issue, and no failed gate.'],
    sections: [
      { heading: 'Web shop: new issues', entries: [missingName, lowContrast], omitted: 0 },
      {
        heading: 'Blog: fixed issues',
        entries: [{ title: 'Links must have discernible text', link: null, facts: [], remedy: null }],
        omitted: 0,
      },
    ],
    action: { text: 'Open the overview', url: `${ORIGIN}/?account=acct_1` },
    reason: 'The alert "All sites" of Example Ltd sends a digest to you each week.',
    settings,
  },
  'member.invited': {
    title: 'Invitation to Example Ltd',
    intro: ['Ada Example invites you to become a member of Example Ltd, with the role viewer.'],
    sections: [],
    action: {
      text: 'See the invitation',
      url: `${ORIGIN}/invitation#invite_01k6zq4v5e8m2n4p6r7s9t0w1y.47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU`,
    },
    reason: 'An admin of Example Ltd invited this address. The invitation expires on 4 December 2026.',
    settings: null,
  },
  'key.expiring': {
    title: 'The API key "CI" expires in 3 days',
    intro: [
      'The API key "CI" of Example Ltd expires on 30 November 2026, 09:10 UTC. Calls with it then fail.',
    ],
    sections: [],
    action: { text: 'Rotate the key', url: `${ORIGIN}/settings/api-keys/apikey_1?account=acct_1` },
    reason: 'You are an admin of Example Ltd. Admins hear of keys that expire.',
    settings: null,
  },
  'webhook.disabled': {
    title: 'A webhook of Example Ltd was disabled',
    intro: [
      'https://ci.example.com/hooks answered no request for five days, so nothing is sent to it any more.',
    ],
    sections: [],
    action: { text: 'See the deliveries', url: `${ORIGIN}/settings/webhooks/webhook_1?account=acct_1` },
    reason: 'You are an admin of Example Ltd. Admins hear of changes of webhooks.',
    settings: null,
  },
  test: {
    title: 'Test message of the alert "Web shop"',
    intro: ['This is a test. Alerts arrive like this message.'],
    sections: [],
    action: { text: 'Open the alert', url: settings.url },
    reason: 'Ada Example requested a test message.',
    settings,
  },
} satisfies Record<string, AlertMessage>;

const RIGHT_TO_LEFT = '\u202e';

/** A text with everything that must have no effect in a mail. */
const hostileText = `"><script>alert(1)</script>\r\nBcc: victim@example.com\r\n\r\n${RIGHT_TO_LEFT}=?utf-8?q?hi?= <img src=x onerror=alert(1)> {{constructor}} \u0000\u2028${'long'.repeat(500)}`;

/** A message in which every text is hostile, and every address is one that no mail may link. */
export const hostileMessage: AlertMessage = {
  title: hostileText,
  intro: [hostileText, '"'.repeat(5_000)],
  sections: [
    {
      heading: hostileText,
      entries: [
        {
          title: hostileText,
          link: 'javascript:alert(1)',
          facts: [
            { name: hostileText, value: hostileText, isCode: true },
            { name: 'Quotes', value: '" '.repeat(2_000), isCode: true },
            { name: 'Emoji', value: '👩‍💻'.repeat(1_000) },
          ],
          remedy: hostileText,
        },
        {
          title: 'A long address',
          link: `https://example.com/?${'&'.repeat(3_000)}`,
          facts: [],
          remedy: null,
        },
      ],
      omitted: 1,
    },
  ],
  action: { text: hostileText, url: `https://example.com/"><script>alert(2)</script>` },
  reason: hostileText,
  settings: { text: hostileText, url: 'data:text/html,<script>alert(3)</script>' },
};
