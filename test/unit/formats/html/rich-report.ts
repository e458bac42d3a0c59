import type { Picture } from '../../../../core/findings/picture.ts';
import type { Report } from '../../../../core/reports/report.ts';
import { pageOf, reportOf, SUPPRESSION } from './fixture.ts';

/** A WebP image of one pixel. */
export const webp = new Uint8Array(Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64'));

export const picture: Picture = {
  id: `pic_${'a'.repeat(64)}`,
  width: 120,
  height: 60,
  element: { x: 20, y: 15, width: 60, height: 30 },
};

const header = (state: 'unchanged' | 'new') =>
  Array.from({ length: 12 }, (_, index) => ({
    page: index + 1,
    selector: 'header > a.basket',
    html: '<a class="basket" href="/basket"><svg><use href="#basket"></use></svg></a>',
    state,
    howToFix: 'Give the link a name: add text within it, or an aria-label.',
  }));

/** Returns a report with all kinds of content: for tests of the whole report, and for viewing. */
export function richReport(): Report {
  const pages = Array.from({ length: 12 }, (_, index) =>
    pageOf(index + 1, index === 0 ? { title: 'Fern & Furrow: pots, seeds and tools' } : {}),
  );
  pages.push(
    pageOf(13, {
      title: null,
      outcome: 'http-error',
      detail: 'The server answered 500 Internal Server Error.',
      httpStatus: 500,
      settled: null,
      rules: [{ ruleId: 'label', result: 'not-run', reason: 'The server returned an error status.' }],
    }),
  );
  pages.push(
    pageOf(14, {
      title: null,
      foundOn: pageOf(2).requestedUrl,
      outcome: 'broken-link',
      detail: 'The server answered 404 Not Found.',
      httpStatus: 404,
      settled: null,
      rules: [{ ruleId: 'label', result: 'not-run', reason: 'The page does not exist.' }],
    }),
  );
  const contrast = (page: number, state: 'new' | 'unchanged', text: string) => ({
    page,
    selector: `main > section:nth-child(${page}) .price`,
    html: `<p class="price">\n          <span>${text}</span>\n        </p>`,
    state,
    ...(state === 'new' ? ({ cause: 'page' } as const) : {}),
    howToFix: 'Contrast 3.1:1, needs 4.5:1; #777777 on #ffffff.',
  });
  const report = reportOf(
    [
      {
        ruleId: 'color-contrast',
        elements: [
          { ...contrast(1, 'new', '£4'), picture },
          contrast(2, 'new', '£5'),
          contrast(3, 'unchanged', '£6'),
        ],
      },
      {
        ruleId: 'label',
        elements: [
          {
            page: 4,
            selector: '#email',
            html: '<input id="email" type="email">',
            state: 'regressed',
            cause: 'unknown',
            howToFix: 'Add a label element that points at the field.',
          },
        ],
      },
      {
        ruleId: 'region',
        elements: [
          {
            page: 2,
            selector: '.loose',
            state: 'new',
            cause: 'engine',
            howToFix: 'Move it into a landmark.',
          },
        ],
      },
      { ruleId: 'link-name', elements: header('unchanged') },
      {
        ruleId: 'image-alt',
        elements: [
          { page: 5, selector: 'img.a', state: 'unchanged', html: '<img class="a" src="a.png">' },
          {
            page: 6,
            selector: 'img.b',
            state: 'unchanged',
            suppressed: true,
            html: '<img class="b" src="b.png">',
          },
        ],
      },
      { ruleId: 'heading-order', elements: [{ page: 7, selector: 'h4', state: 'unchanged' }] },
      {
        ruleId: 'aria-hidden-focus',
        kind: 'review',
        elements: [
          {
            page: 8,
            selector: '#menu',
            state: 'new',
            cause: 'page',
            howToFix: 'Check whether it can be focused.',
          },
        ],
      },
      {
        ruleId: 'color-contrast',
        kind: 'review',
        elements: [{ page: 9, selector: '.hero > h1', state: 'unchanged' }],
      },
      {
        ruleId: 'frame-title',
        elements: [{ page: 1, selector: 'iframe', state: 'unchanged', suppressed: true }],
      },
    ],
    pages,
  );
  return {
    ...report,
    scan: {
      ...report.scan,
      config: {
        ...report.scan.config,
        metadata: { branch: 'feature/menu', targetBranch: 'main', commit: '9f1c2ab', pullRequest: '42' },
        failOn: { new: 'serious', total: 50, review: false, minCoverage: 90, onNoBaseline: 'report' },
      },
    },
    gate: {
      result: 'failed',
      reasons: [
        {
          code: 'new',
          result: 'failed',
          message: '3 new or regressed violations of impact serious or above; none allowed.',
          count: 3,
        },
      ],
      counted: { findings: 18, new: 3, suppressed: 2, engine: 1 },
    },
    comparison: {
      ...report.comparison,
      baseline: {
        scanId: 'scan_01arz3ndektsv4rrffq69g5faa',
        branch: 'main',
        createdAt: '2026-10-30T09:12:00.000Z',
        chosenBy: 'target-branch',
      },
      whyNone: null,
      fixed: {
        count: 2,
        findings: [
          {
            fingerprint: 'f1_ffffffffffffffffffffffff',
            ruleId: 'button-name',
            help: 'Buttons must have discernible text',
            kind: 'violation',
            impact: 'critical',
            url: 'https://shop.example/page-4?q=1',
            selector: 'button.search',
          },
          {
            fingerprint: 'f1_eeeeeeeeeeeeeeeeeeeeeeee',
            ruleId: 'list',
            help: '<ul> and <ol> must only directly contain <li>, <script> or <template> elements',
            kind: 'review',
            impact: 'serious',
            url: 'https://shop.example/page-5?q=1',
            selector: 'ul.pots',
          },
        ],
      },
      notSeenAgain: { count: 3, pages: ['https://shop.example/page-13?q=1'] },
    },
    crawl: {
      adoptedOrigin: 'https://www.shop.example',
      notes: ['The sitemap at /sitemap-old.xml could not be read: the server answered 404.'],
      notAttempted: {
        count: 3,
        byReason: { limit: 2, robots: 1 },
        pages: [
          { url: 'https://shop.example/a', reason: 'limit' },
          { url: 'https://shop.example/b', reason: 'limit' },
          { url: 'https://shop.example/admin', reason: 'robots' },
        ],
      },
    },
    suppressions: [
      {
        id: SUPPRESSION,
        match: { rule: 'frame-title', page: '/legacy/**' },
        reason: 'Third-party widget, replaced in March',
        author: { keyId: 'apikey_01arz3ndektsv4rrffq69g5fav', name: 'Release manager' },
        expiresAt: '2027-03-31T00:00:00.000Z',
        createdAt: '2026-09-01T08:00:00.000Z',
        updatedAt: '2026-09-01T08:00:00.000Z',
        findings: 2,
        expired: false,
      },
      {
        id: 'supp_01arz3ndektsv4rrffq69g5faw',
        match: { selector: '#chat' },
        reason: 'Until the chat is gone',
        author: { keyId: 'apikey_01arz3ndektsv4rrffq69g5fav', name: 'Release manager' },
        expiresAt: '2026-10-01T00:00:00.000Z',
        createdAt: '2026-08-01T08:00:00.000Z',
        updatedAt: '2026-08-01T08:00:00.000Z',
        findings: 0,
        expired: true,
      },
    ],
  };
}
