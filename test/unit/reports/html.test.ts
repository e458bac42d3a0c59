import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import { buildReport, type ReportInput } from '../../../core/reports/build-report.ts';
import { advisable } from '../../../core/reports/html/alternatives.ts';
import { duration, grouped, link } from '../../../core/reports/html/parts.ts';
import { renderHtml, reportContentSecurityPolicy } from '../../../core/reports/html/render-html.ts';
import { html, Markup } from '../../../core/reports/html/template.ts';
import { inertText } from '../../../core/reports/inert-text.ts';
import { aboutSite, finding, node, page, result, richInput, scan } from './fixtures.ts';

const rendered = (input: ReportInput) => renderHtml(buildReport(input));

describe('the html template', () => {
  it('escapes text for content and for attributes', () => {
    const text = `<script>alert("1")</script> & 'x'`;
    expect(html`<p title="${text}">${text}</p>`.text).toBe(
      '<p title="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;">&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;</p>',
    );
  });

  it('inserts markup as it is, joins lists and leaves out what is absent', () => {
    const items = ['a', '<b>'].map((text) => html`<li>${text}</li>`);
    expect(html`<ul>${items}</ul>${null}${undefined}${false}${0}${new Markup('<hr>')}`.text).toBe(
      '<ul><li>a</li><li>&lt;b&gt;</li></ul>0<hr>',
    );
  });

  it('does not take an object that merely looks like markup', () => {
    expect(html`${{ text: '<script>' } as unknown as string}`.text).not.toContain('<script>');
  });
});

describe('inertText', () => {
  it.each([
    ['\u0000\u001b[31mred', '[U+0000][U+001B][31mred'],
    ['a\u202eb\u2066c\u2069', 'a[U+202E]b[U+2066]c[U+2069]'],
    ['\u009b\u007f\u0085', '[U+009B][U+007F][U+0085]'],
    ['zero\u200bwidth\ufeff\u2060', 'zero[U+200B]width[U+FEFF][U+2060]'],
    ['tag\u{e0041}', 'tag[U+E0041]'],
    ['line\r\nline\ttab\rback', 'line\nline\ttab[U+000D]back'],
    ['lone \ud800 surrogate', 'lone \ufffd surrogate'],
    ['שלום 👩‍🔧 مرحبا', 'שלום 👩‍🔧 مرحبا'],
  ])('shows %j as %j', (text, shown) => {
    expect(inertText(text)).toBe(shown);
  });
});

describe('link', () => {
  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    ' javascript:alert(1)',
    '//evil.example',
    'file:///etc/passwd',
    '',
    'https://u:p@h/',
  ])('does not link to %j', (url) => {
    expect(link(url, 'text').text).toBe('text');
  });

  it('cannot be left through a quotation mark in the address', () => {
    expect(link('https://a.example/"onclick="x', 'text').text).toBe(
      '<a href="https://a.example/%22onclick=%22x" rel="noreferrer noopener">text</a>',
    );
  });
});

describe('numbers for people', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1,000'],
    [1234567, '1,234,567'],
  ])('groups %i as %s', (number, text) => {
    expect(grouped(number)).toBe(text);
  });

  it.each([
    [420, '0.4 s'],
    [61_400, '1 min 1 s'],
    [119_900, '2 min 0 s'],
  ])('shows %i ms as %s', (ms, text) => {
    expect(duration(ms)).toBe(text);
  });
});

describe('the HTML report', () => {
  it('carries a policy under which nothing loads or runs but its own style', async () => {
    const document = await rendered(richInput());
    const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(document)?.[1];
    const style = /<style>([\s\S]*?)<\/style>/.exec(document)?.[1] ?? '';
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style));
    const hash = Buffer.from(digest).toString('base64');
    expect(policy).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`,
    );
    expect(policy).toBe(await reportContentSecurityPolicy());
    expect(document).toContain('<meta name="referrer" content="no-referrer">');
    expect(document).not.toMatch(/<script|<link|<img|<iframe|\sstyle="|\son\w+="|url\(|@import/i);
  });

  it('has its headings in order, one of the first level', async () => {
    const levels = [...(await rendered(richInput())).matchAll(/<h([1-6])/g)].map((match) => Number(match[1]));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    levels.forEach((level, index) => {
      expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
    });
  });

  it('has every id once, and a target for every link within it', async () => {
    const document = await rendered(richInput());
    const ids = [...document.matchAll(/\sid="([^"]*)"/g)].map((match) => match[1]);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, target] of document.matchAll(/href="#([^"]*)"/g)) expect(ids).toContain(target);
    for (const [, label] of document.matchAll(/aria-labelledby="([^"]*)"/g)) expect(ids).toContain(label);
  });

  it('says what was found, worst first, whom it affects, where and what to mend', async () => {
    const document = await rendered(richInput());
    expect(document).toContain('8 violations of 4 rules, on 2 of the 2 pages that were scanned.');
    const rules = [...document.matchAll(/<h3 id="violation-([^"]*)"/g)].map((match) => match[1]);
    expect(rules).toEqual(['label', 'color-contrast', 'link-name', 'region']);
    expect(document).toContain('People with low vision or colour blindness');
    expect(document).toContain('&lt;p class=&quot;price&quot;&gt;£4&lt;/p&gt;');
    expect(document.match(/Element has insufficient color contrast of 2\.3\./g)).toHaveLength(1);
    expect(document).toContain('Make the text darker or the background lighter');
    expect(document).toContain('>WCAG 1.4.3 Contrast (Minimum)</a> (level AA)');
    expect(document).toContain(
      '<code>#frame</code> <span class="step">in its frame</span> <code>#host</code> <span class="step">in its shadow root</span> <code>a.icon</code>',
    );
    expect(document).toContain('1 page of 3 was not scanned');
    expect(document).toContain('The server answered 404 Not Found.');
  });

  it('states how many elements it leaves out', async () => {
    const many = Array.from({ length: 150 }, (_, index) => node(`#field-${index}-`));
    const findings = [finding('label', many, { nodeCount: 900 })];
    const document = await rendered({
      scan: scan(),
      ...aboutSite,
      pages: [page('a')],
      results: [result('a', findings)],
    });
    expect(document).toContain(
      'Shown are 100 of 900 elements. The JSON form of this report has 50 more. 750 were counted but not kept',
    );
    expect(document.match(/<code>#field-\d+-<\/code>/g)).toHaveLength(100);
  });

  it('does not call a site without violations accessible', async () => {
    const document = await rendered({
      scan: scan(),
      ...aboutSite,
      pages: [page('a')],
      results: [result('a')],
    });
    expect(document).toContain('found no violation on the 1 page that they ran on');
    expect(document).toContain('no evidence of conformance');
    expect(document).not.toMatch(/\b(is|are) (fully )?(accessible|compliant|conformant)\b/i);
  });

  it('says so when no page was scanned, and when the scan did not end', async () => {
    const document = await rendered({
      scan: scan({ status: 'cancelled', cancelReason: 'requested' }),
      ...aboutSite,
      pages: [page('a', { outcome: 'dns-error' })],
      results: [],
    });
    expect(document).toContain('No page could be scanned, so this report says nothing about the site.');
    expect(document).toContain('<strong>This report is incomplete.</strong> Cancelled by a caller.');
  });

  it('keeps every hostile string of a page inert', async () => {
    const evil = `"'><script>alert(1)</script><img src=x onerror=alert(1)></style></code></pre>\u202e\u0000\u001b[2J\u2028&lt;`;
    const hostile = node(evil, {
      html: evil,
      target: [evil, [evil, evil]],
      fix: { any: [evil], all: [evil], none: [evil, evil] },
    });
    const url = `https://shop.example/?q=${evil}`;
    const document = await rendered({
      scan: scan({ correlationId: evil }),
      settings: {
        ...aboutSite.settings,
        page: { ...aboutSite.settings.page, excludeSelectors: [evil] },
      },
      startUrls: [evil],
      crawl: { adoptedOrigin: evil, notes: [evil], leftOut: [{ url: evil, reason: 'robots' }] },
      site: { siteId: aboutSite.site.siteId, name: evil, url: `javascript:alert(1)//${evil}` },
      pages: [
        page('a', { url, detail: evil }),
        page('b', { position: 1, url, outcome: 'http-error', detail: evil }),
      ],
      results: [
        result(
          'a',
          [
            finding('label', [hostile]),
            finding(evil, [hostile]),
            finding('region', [hostile], { kind: 'review' }),
          ],
          {
            title: evil,
            requestedUrl: url,
            finalUrl: evil,
            contentType: evil,
            engine: { axe: evil, browser: evil, userAgent: evil, viewport: { width: 1, height: 1 } },
            rules: [{ ruleId: 'label', result: 'not-run', reason: evil }],
          },
        ),
      ],
    });
    expect(document).not.toMatch(/<script|<img|onerror=alert\(1\)>/i);
    expect(document.match(/<\/style>/g)).toHaveLength(1);
    expect(document.match(/<pre>/g)).toHaveLength(document.match(/<\/pre>/g)?.length ?? -1);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not be there
    expect(document).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/);
    for (const [, href] of document.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^(https?:\/\/|#)/);
    expect(document).toContain('[U+202E][U+0000][U+001B][2J[U+2028]&amp;lt;');
  });
});

describe('an element in the HTML report', () => {
  it('is shown without the indentation of its page', async () => {
    const markup = '<ul>\n      <li>a</li>\n\n        <li>b</li>\n    </ul>';
    const findings = [finding('list', [node('ul', { html: markup })])];
    const document = await rendered({
      scan: scan(),
      ...aboutSite,
      pages: [page('a')],
      results: [result('a', findings)],
    });
    expect(document).toContain(
      '<pre><code>&lt;ul&gt;\n  &lt;li&gt;a&lt;/li&gt;\n\n    &lt;li&gt;b&lt;/li&gt;\n&lt;/ul&gt;</code></pre>',
    );
  });

  it('has its own advice where elements of a rule differ', async () => {
    const advised = (text: string) => node('#a', { fix: { any: [], all: [text], none: [] } });
    const findings = [finding('label', [advised('This first'), advised('That second')])];
    const document = await rendered({
      scan: scan(),
      ...aboutSite,
      pages: [page('a')],
      results: [result('a', findings)],
    });
    expect(document).toContain('This first.');
    expect(document).toContain('That second.');
    expect(document).not.toContain('For each of the elements below');
  });
});

/** axe-core's texts on a button without a name, and on a field without a label. */
const namelessButton = [
  'Element does not have inner text that is visible to screen readers',
  'aria-label attribute does not exist or is empty',
  'Element has no title attribute',
  'Element does not have an implicit (wrapped) <label>',
  'Element\'s default semantics were not overridden with role="none" or role="presentation"',
];
const namelessField = [
  'Element does not have an explicit <label>',
  'aria-label attribute does not exist or is empty',
  'Element has an empty title attribute',
  'Element has no placeholder attribute',
];

describe('the alternatives that axe-core accepts, in the HTML report', () => {
  const withFix = (ruleId: string, any: string[]): ReportInput => ({
    scan: scan(),
    ...aboutSite,
    pages: [page('a')],
    results: [result('a', [finding(ruleId, [node('#a', { fix: { any, all: [], none: [] } })])])],
  });

  it('come after our remedy, as what is missing, without those that are bad advice', async () => {
    const button = await rendered(withFix('button-name', namelessButton));
    const lead = 'Give the button a name: text inside it';
    const label = 'Missing or wrong now; axe-core would accept any one of these put right:';
    expect(button.indexOf(lead)).toBeGreaterThan(0);
    expect(button.indexOf(label)).toBeGreaterThan(button.indexOf(lead));
    expect(button).toContain('aria-label attribute does not exist or is empty.');
    expect(button).not.toMatch(/role=&quot;|title attribute/);
    const field = await rendered(withFix('label', namelessField));
    expect(field).toContain('Element does not have an explicit &lt;label&gt;.');
    expect(field).not.toMatch(/placeholder|title attribute/);
  });

  it('are all in the JSON report', () => {
    const [button] = buildReport(withFix('button-name', namelessButton)).violations;
    expect(button?.nodes[0]?.fix.any).toEqual(namelessButton);
  });

  it('keep the title of a frame, which is the best name for it', async () => {
    const texts = ['Element has no title attribute', 'aria-label attribute does not exist or is empty'];
    expect(await rendered(withFix('frame-title', texts))).toContain('Element has no title attribute.');
  });

  it('keep the title where nothing better is left, and everything of a rule that we have no remedy for', () => {
    const title = 'Element has no title attribute';
    const fallback = 'Element has no placeholder attribute';
    const fix = { any: [title, fallback], all: ['a'], none: ['b'] };
    const known = { ruleId: 'label', remedy: 'Give it a label.' };
    expect(advisable(known, fix)).toEqual({ any: [title], all: ['a'], none: ['b'] });
    expect(advisable(known, { ...fix, any: [fallback] }).any).toEqual([]);
    expect(advisable({ ruleId: 'new', remedy: null }, { ...fix, any: [fallback] }).any).toEqual([fallback]);
  });

  it('are told apart by texts that this version of axe-core has', () => {
    const { checks } = (axe as unknown as AxeWithData)._audit.data;
    const texts = ['presentational-role', 'non-empty-placeholder'].flatMap((id) =>
      Object.values(checks[id]?.messages.fail ?? {}),
    );
    expect(texts.length).toBeGreaterThan(5);
    const all = { any: texts, all: [], none: [] };
    expect(advisable({ ruleId: 'label', remedy: 'x' }, all).any).toEqual([]);
    const titles = Object.values(checks['non-empty-title']?.messages.fail ?? {});
    expect(titles).toHaveLength(2);
    const mixed = { any: [...titles, 'other'], all: [], none: [] };
    expect(advisable({ ruleId: 'label', remedy: 'x' }, mixed).any).toEqual(['other']);
  });
});

interface AxeWithData {
  _audit: { data: { checks: Record<string, { messages: { fail: Record<string, string> } }> } };
}

describe('the facts in the HTML report', () => {
  const twice = (): ReportInput => ({
    scan: scan(),
    ...aboutSite,
    pages: [page('a', { attempts: 2 }), page('b', { position: 1 })],
    results: [
      result('a', [
        finding('color-contrast', [node('.a')]),
        finding('color-contrast', [node('.b')], { kind: 'review' }),
      ]),
      result('b', [finding('color-contrast', [node('.c')])]),
    ].map((each) => ({
      ...each,
      rules: each.rules.map((rule) =>
        rule.ruleId === 'color-contrast' ? { ruleId: rule.ruleId, result: 'failed' as const } : rule,
      ),
    })),
  });

  it('say of a rule that failed that it also needs review, on the page where it does', async () => {
    const document = await rendered(twice());
    expect(document.match(/<dt>Rules that failed<\/dt>/g)).toHaveLength(2);
    expect(document.match(/<dt>Of these, also need review<\/dt><dd>1: <code>color-contrast</g)).toHaveLength(
      1,
    );
  });

  it('say how often a page was opened only if that was more than once', async () => {
    const document = await rendered(twice());
    expect(document.match(/UTC<\/time>; 2 attempts in all/g)).toHaveLength(1);
    expect(document).not.toMatch(/1 time|1 attempt/);
  });

  it('name the standards as people do, and set the user agent apart', async () => {
    const document = await rendered(richInput());
    expect(document).toContain('Automated rules: WCAG 2.2 levels A and AA; axe-core best practices</span>');
    expect(document).toContain('on 2 pages.<br>User agent: <span class="url">ua</span>');
  });
});
