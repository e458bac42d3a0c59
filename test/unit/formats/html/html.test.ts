import { HtmlValidate } from 'html-validate';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../../../core/reports/report.ts';
import { toReportSource } from '../../../../core/reports/report-source.ts';
import { contentSecurityPolicy, renderHtml } from '../../../../formats/html/render-html.ts';
import { SCRIPT } from '../../../../formats/html/script.ts';
import { STYLE } from '../../../../formats/html/style.ts';
import { sourceWithPictures } from '../../../support/source-with-pictures.ts';
import { type Fault, pageOf, reportOf } from './fixture.ts';
import { picture, richReport, webp } from './rich-report.ts';

async function rendered(report: Report, pictures = new Map<string, Uint8Array>()): Promise<string> {
  let text = '';
  for await (const piece of renderHtml(sourceWithPictures(report, pictures))) text += piece;
  return text;
}

/** Returns the text of the document as a reader sees it, with collapsed whitespace. */
const textOf = (document: string) =>
  document
    .replace(/<(style|script|head)>[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

const validator = new HtmlValidate({
  extends: ['html-validate:recommended', 'html-validate:a11y'],
  rules: {
    // Templates break lines where the source is easier to read that way.
    'no-trailing-whitespace': 'off',
    // URLs of other sites, and sentences of W3C and axe, may be long.
    'long-title': 'off',
    // The policy allows the script and the style sheet by their hashes; the file loads nothing else.
    'require-sri': 'off',
  },
});

describe('the HTML report as a document', () => {
  it.each([
    ['with all kinds of content', richReport()],
    ['without a finding', reportOf([])],
    ['without a page', reportOf([], [])],
  ])('is valid HTML %s', async (_, report) => {
    const document = await rendered(report, new Map([[picture.id, webp]]));
    const { results } = await validator.validateString(document);
    const faults = results.flatMap(({ messages }) =>
      messages.map(
        ({ ruleId, message, line }) =>
          `${ruleId}: ${message} (${document.split('\n')[line - 1]?.slice(0, 200)})`,
      ),
    );
    expect(faults).toEqual([]);
  });

  it('has a policy that loads nothing, and allows only its own script and style', async () => {
    const document = await rendered(richReport());
    const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(document)?.[1];
    const hash = async (element: string) => {
      const [, text = ''] = new RegExp(`<${element}>([\\s\\S]*?)</${element}>`).exec(document) ?? [];
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
      return Buffer.from(digest).toString('base64');
    };
    expect(policy).toBe(
      `default-src 'none'; script-src 'sha256-${await hash('script')}'; style-src 'sha256-${await hash('style')}'; img-src data:; base-uri 'none'; form-action 'none'`,
    );
    expect(policy).toBe(contentSecurityPolicy);
    expect(document).toContain('<meta name="referrer" content="no-referrer">');
    expect(document).not.toMatch(
      /<link|<iframe|\sstyle="|\son\w+="|url\(|@import|\ssrc="(?!data:image\/webp;)/i,
    );
    expect(document.match(/<script/g)).toHaveLength(1);
  });

  it('has a small valid script that builds no markup from text and sends no requests', () => {
    expect(() => new Function(SCRIPT)).not.toThrow();
    expect(Buffer.byteLength(SCRIPT)).toBeLessThan(10_000);
    for (const text of [SCRIPT, STYLE]) expect(text).not.toMatch(/<\/(script|style)|<!--/i);
    expect(SCRIPT).not.toMatch(
      /innerHTML|outerHTML|insertAdjacent|document\.write|eval|Function\(|fetch|XMLHttp|import|localStorage|cookie/,
    );
  });

  it('has its headings in order, one of the first level', async () => {
    for (const report of [richReport(), reportOf([])]) {
      const levels = [...(await rendered(report)).matchAll(/<h([1-6])/g)].map((match) => Number(match[1]));
      expect(levels.filter((level) => level === 1)).toHaveLength(1);
      levels.forEach((level, index) => {
        expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
      });
    }
  });

  it('has no duplicate id, and a target for every link within it', async () => {
    for (const report of [richReport(), reportOf([]), reportOf([], [])]) {
      const document = await rendered(report);
      const ids = [...document.matchAll(/\sid="([^"]*)"/g)].map((match) => match[1]);
      expect(new Set(ids).size).toBe(ids.length);
      for (const [, target] of document.matchAll(/href="#([^"]*)"/g)) expect(ids).toContain(target);
      for (const [, label] of document.matchAll(/(?:aria-labelledby|for)="([^"]*)"/g))
        expect(ids).toContain(label);
    }
  });

  it('is the same text for the same source', async () => {
    expect(await rendered(richReport())).toBe(await rendered(richReport()));
  });
});

describe('the beginning of the HTML report', () => {
  it('has the decision of the gate with its reasons, what it counted, and its thresholds', async () => {
    const text = textOf(await rendered(richReport()));
    expect(text).toContain(
      'Gate failed Reasons: 3 new or regressed violations of impact serious or above; none allowed.',
    );
    expect(text).toContain(
      '18 findings counted, 3 of them new; not counted: 2 suppressed, 1 caused by a change',
    );
    expect(text).toContain(
      'The gate fails on a new or regressed violation of impact serious or above, or on more than 50 violations;',
    );
    expect(text.indexOf('Gate failed')).toBeLessThan(text.indexOf('violations of 6 rules'));
  });

  it('says whether the gate counts best practices', async () => {
    const report = richReport();
    const note = 'Best-practice findings are not counted: the gate has no threshold for them.';
    expect(textOf(await rendered(report))).toContain(note);
    report.scan.config.failOn!.bestPractice = { total: 5 };
    expect(textOf(await rendered(report))).not.toContain(note);
    const without = reportOf([{ ruleId: 'label', elements: [{ page: 1, selector: 'a' }] }]);
    without.scan.config.failOn = { total: 5, review: false, minCoverage: 90, onNoBaseline: 'report' };
    without.gate = { ...report.gate, reasons: [] };
    expect(textOf(await rendered(without))).not.toContain(note);
  });

  it.each(['passed', 'inconclusive'] as const)('says that the gate %s', async (result) => {
    const report = richReport();
    const reasons = [
      { code: 'no-baseline', result: 'inconclusive', message: 'There is no baseline', count: null },
    ];
    report.gate = {
      result,
      reasons: result === 'passed' ? [] : (reasons as Report['gate']['reasons']),
      counted: null,
    };
    const text = textOf(await rendered(report));
    expect(text).toContain(result === 'passed' ? 'Gate passed' : 'Gate not decided');
    expect(text.includes('What to do – The settings of the scan: scan the target branch')).toBe(
      result === 'inconclusive',
    );
    expect(text.includes('There is no baseline.')).toBe(result === 'inconclusive');
  });

  it('has no gate if none was requested', async () => {
    expect(await rendered(reportOf([]))).not.toContain('class="gate');
  });

  it('states how much there is to fix, on how many pages, and what is missing', async () => {
    const text = textOf(await rendered(richReport()));
    expect(text).toContain(
      '19 violations of 6 rules in 6 issue groups, on 12 of the 12 pages that were scanned.',
    );
    expect(text).toContain('1 page of 13 was not scanned');
    expect(text).toContain('3 more pages were discovered and skipped, 2 of them because');
  });

  it('links to the list of skipped pages', async () => {
    const document = await rendered(richReport());
    const [, target] = /because [^<]*<a href="#([^"]+)">see the list<\/a>/.exec(document) ?? [];
    const list = document.slice(document.indexOf(`id="${target}"`));
    expect(list.slice(0, list.indexOf('</details>'))).toContain('https://shop.example/admin');
  });

  it('states that the scan is incomplete, or that nothing was scanned', async () => {
    const report = reportOf([], [pageOf(1, { outcome: 'dns-error' })]);
    report.scan = {
      ...report.scan,
      status: 'cancelled',
      incomplete: true,
      incompleteReason: 'Cancelled by a caller.',
    };
    const document = await rendered(report);
    expect(document).toContain('No page could be scanned, so this report says nothing about the site.');
    expect(document).toContain(
      '<strong>The report is incomplete: the scan was cancelled.</strong> Cancelled by a caller.',
    );
  });
});

describe('the changes in the HTML report', () => {
  it('are new, back, fixed and not seen again findings, and those that the engine caused', async () => {
    const text = textOf(await rendered(richReport()));
    expect(text).toContain(
      'The baseline is scan scan_01arz3ndektsv4rrffq69g5faa of 30 October 2026, 09:12 UTC , branch main : a comparable scan of the target branch.',
    );
    expect(text).toContain('Changes : 3 new violations, 1 regressed, 2 fixed findings');
    expect(text).toContain('1 new finding was caused by a change of the rules or the browser.');
    expect(text).toContain(
      'Critical Buttons must have discernible text: button.search on https://shop.example/page-4?q=1',
    );
    expect(text).toContain(
      '3 findings of the baseline were not seen again: the page or frame was not scanned again,',
    );
  });

  it('label each issue group and each element with its state and cause', async () => {
    const document = await rendered(richReport());
    const first = document.slice(document.indexOf('id="issue-1"'), document.indexOf('id="issue-2"'));
    expect(textOf(first)).toContain('2 new 1 unchanged 3 elements on 3 pages');
    expect(textOf(first)).toContain('State New: caused by a change of the page');
    const third = document.slice(document.indexOf('id="issue-3"'), document.indexOf('id="issue-4"'));
    expect(textOf(third)).toContain(
      'A change of the rules or the browser, not of the site, caused all new findings of this group.',
    );
  });

  it.each([
    [null, 'a comparable scan without a branch.'],
    ['main', 'branch main : a comparable scan of the same branch.'],
  ])('name the baseline of the branch %s', async (branch, expected) => {
    const made = richReport();
    const baseline = {
      scanId: made.scan.id,
      createdAt: made.scan.createdAt,
      branch,
      chosenBy: 'branch',
    } as const;
    const text = textOf(await rendered({ ...made, comparison: { ...made.comparison, baseline } }));
    expect(text).toContain(expected);
  });

  it('explain a missing baseline, and then show no states', async () => {
    const document = await rendered(reportOf([{ ruleId: 'label', elements: [{ page: 1, selector: '#q' }] }]));
    expect(document).toContain(
      'No earlier scan of this site has the same rule sets and conditions. So the report cannot say which findings are new.',
    );
    expect(document).not.toMatch(/class="state|<dt>State<\/dt>|filter-state/);
  });
});

describe('an issue group in the HTML report', () => {
  it('combines the same fault on all pages, and lists the pages', async () => {
    const document = await rendered(richReport());
    expect(document.match(/<article class="issue/g)).toHaveLength(8);
    const header = document.slice(document.indexOf('id="issue-4"'), document.indexOf('id="issue-5"'));
    expect(header).toContain('data-pages="1-12"');
    expect(textOf(header)).toContain('12 elements on 12 pages One fix');
    expect(textOf(header)).toContain('12 elements by page');
    expect(header.match(/href="#page-\d+"/g)).toHaveLength(12);
  });

  it('describes the fault, who is affected, how to fix this element, and where to read more', async () => {
    const document = await rendered(richReport());
    const text = textOf(document);
    expect(text).toContain('How to fix: Contrast 3.1:1, needs 4.5:1; #777777 on #ffffff.');
    expect(text).toContain('Whom it affects People with low vision or color blindness');
    expect(text).toContain('WCAG 1.4.3 Contrast (Minimum) (level AA)');
    expect(document).toContain('href="https://www.w3.org/WAI/WCAG22/Understanding/contrast-minimum"');
    expect(document).toMatch(/href="https:\/\/dequeuniversity\.com\/rules\/axe\/[\d.]+\/color-contrast/);
    expect(text).toContain('Fingerprint f1_000000000000000000000000');
    expect(document).toContain(
      '<pre><code>&lt;p class=&quot;price&quot;&gt;\n  &lt;span&gt;£4&lt;/span&gt;\n&lt;/p&gt;</code></pre>',
    );
  });

  it('shows the picture of its element with an outline, and describes it', async () => {
    const document = await rendered(richReport(), new Map([[picture.id, webp]]));
    const data = Buffer.from(webp).toString('base64');
    expect(document.split(data)).toHaveLength(2);
    expect(document).toContain(
      'alt="Picture of section:nth-child(1) .price on Fern &amp; Furrow: pots, seeds and tools, and the area around it; the element is outlined."',
    );
    expect(document).toContain('<rect class="outline" x="17" y="12" width="66" height="36"></rect>');
  });

  it.each([
    ['is gone', new Map()],
    ['is not a WebP image', new Map([[picture.id, new TextEncoder().encode('<svg onload="x">')]])],
    ['is too large', new Map([[picture.id, Buffer.concat([webp, Buffer.alloc(400_000)])]])],
  ])('omits a picture that %s', async (_, pictures) => {
    expect(await rendered(richReport(), pictures)).not.toContain('<img');
  });

  it('explains the gray areas if there are pictures', async () => {
    const grey = 'Pictures cover form fields, and what the site masks, in gray.';
    const report = richReport();
    expect(textOf(await rendered(report, new Map([[picture.id, webp]])))).toContain(grey);
    expect(textOf(await rendered(report))).not.toContain(grey);
  });

  it('says that needs-review findings depend on the page', async () => {
    const text = textOf(await rendered(richReport()));
    expect(text).toContain('To check: Check whether it can be focused.');
    expect(text.indexOf('Needs review : 2 elements in 2 issue groups')).toBeLessThan(
      text.indexOf('To check:'),
    );
  });

  it('shows new elements before others, each once', async () => {
    const elements = Array.from({ length: 100 }, (_, index) => ({
      page: 1,
      selector: `#field-${index}-`,
      state: index >= 90 ? ('new' as const) : ('unchanged' as const),
    }));
    const document = await rendered(reportOf([{ ruleId: 'label', elements }]));
    const shown = [...document.matchAll(/<dd><code>#field-(\d+)-<\/code>/g)].map(([, number]) =>
      Number(number),
    );
    expect(shown).toEqual([
      ...Array.from({ length: 10 }, (_, i) => 90 + i),
      ...Array.from({ length: 10 }, (_, i) => i),
    ]);
    expect(textOf(document)).toContain(
      '20 of 100 elements are shown. The JSON and CSV formats of this report have all of them.',
    );
  });
});

describe('suppressed findings in the HTML report', () => {
  it('are listed separately, with reason, author and expiry, and are in no total of findings to fix', async () => {
    const document = await rendered(richReport());
    const text = textOf(document);
    expect(text).toContain(
      'Third-party widget, replaced in March Suppresses 2 findings Matches rule frame-title , pages like /legacy/**',
    );
    expect(text).toContain(
      'Author Release manager, 1 September 2026, 08:00 UTC Expires 31 March 2027, 00:00 UTC',
    );
    expect(text).toContain('No finding: it has expired');
    expect(text).toContain('1 more finding of this group is suppressed');
    const fix = document.slice(document.indexOf('id="violations"'), document.indexOf('id="suppressed"'));
    expect(fix).not.toContain('img.b');
    expect(document.slice(document.indexOf('id="suppressed"'))).toContain('<code>img.b</code>');
  });

  it('are excluded from the numbers by page, and the report says so', async () => {
    const text = textOf(await rendered(richReport()));
    expect(text).toContain('the number of its elements with findings that count');
  });

  it('are reported as absent if nothing is suppressed', async () => {
    const report = richReport();
    const none = { elements: 0, rules: 0 };
    report.summary.suppressed = { violations: none, needsReview: none };
    expect(textOf(await rendered(report))).toContain(
      'Suppressed: 0 findings No finding of this scan is suppressed.',
    );
    report.summary.suppressed = { violations: { elements: 1, rules: 1 }, needsReview: none };
    expect(textOf(await rendered(report))).toContain('Suppressed: 1 finding 1 violation is not counted');
    report.summary.suppressed.needsReview = { elements: 2, rules: 1 };
    expect(textOf(await rendered(report))).toContain(
      'Suppressed: 3 findings 1 violation and 2 findings that need review are not counted',
    );
  });
});

describe('the audit record', () => {
  it('has the steps of WCAG-EM with the facts of the scan', async () => {
    const document = await rendered(richReport());
    const record = document.slice(document.indexOf('id="scan-details"'));
    expect([...record.matchAll(/<h3>(Step [^<]*)<\/h3>/g)].map(([, title]) => title)).toEqual([
      'Step 1: Define the evaluation scope',
      'Step 2: Explore the target website',
      'Step 3: Select a representative sample',
      'Step 4: Audit the selected sample',
      'Step 5: Report the evaluation findings',
    ]);
    // These are the headings of the first version of WCAG-EM; the second version has others.
    expect(record).toContain('href="https://www.w3.org/TR/2014/NOTE-WCAG-EM-20140710/"');
    const text = textOf(record);
    for (const fact of [
      'For people to define Which browsers and assistive technologies have to work with the site.',
      'every step of a process, such as a purchase',
      'Rules mapped to the success criteria of the current WCAG, 2.2',
      'The start URL redirected to https://www.shop.example',
      'The sitemap at /sitemap-old.xml could not be read',
      'Maximum 25 pages',
      'Skipped 3 discovered pages: see the list',
      'axe-core 4.14.1 in Chrome/153.0.7900.0, viewport 1280 × 1024 px',
      '12: The page was scanned.',
      'branch feature/menu, target branch main, commit 9f1c2ab, pull request 42',
      '1 November 2026, 10:00 UTC',
    ]) {
      expect(text).toContain(fact);
    }
    expect(textOf(document)).toContain('Success criteria that were not tested:');
  });

  it('says which rules tested each success criterion, or why none did and what a person has to do', async () => {
    const document = await rendered(richReport());
    const text = textOf(document).replace(/\s+/g, ' ');
    expect(text).toContain(
      '3.3.7 Redundant Entry A Whether a process asks twice for the same can be judged only by going through it. Go through each process, and check that nothing has to be entered twice.',
    );
    expect(text).toMatch(/1\.4\.3 Contrast \(Minimum\) AA [^.]*color-contrast/);
    const tables = document.slice(document.indexOf('<caption>Success criteria that were not tested'));
    expect(tables.slice(0, tables.lastIndexOf('</table>')).match(/<th scope="row">/g)).toHaveLength(55);
  });

  it('claims nothing: no word of the report calls the site accessible, compliant or conformant', async () => {
    for (const report of [richReport(), reportOf([])]) {
      // Names of a rule and of a success criterion, which are not about the site.
      const text = textOf(await rendered(report)).replace(
        /an accessible name|Accessible Authentication/g,
        '',
      );
      expect(text).toContain('This report makes no statement on conformance with any standard.');
      expect(text).not.toMatch(/\b(compliant|compliance|conformant|conforms?|accessible)\b/i);
      expect(text.match(/conformance/g)).toHaveLength(3);
    }
  });
});

describe('the pages in the HTML report', () => {
  it('have an outcome each, and the results of the rules', async () => {
    const text = textOf(await rendered(richReport()));
    expect(text).toContain(
      'https://shop.example/page-13?q=1 Not scanned http-error The server answered 500 Internal Server Error. – –',
    );
    expect(text).toContain('Rules not run The server returned an error status. All 1');
  });

  it('name the scripts of the site that failed, as text', async () => {
    const failedScripts = ['a', 'b', 'c', 'd'].map((name) => `https://shop.example/${name}.js (<b>404</b>)`);
    const one = pageOf(1, { failedScripts });
    const text = textOf(await rendered({ ...reportOf([]), pages: [one] }));
    expect(text).toContain('https://shop.example/c.js (&lt;b&gt;404&lt;/b&gt;) and 1 more.');
    expect(text).not.toContain('/d.js');
  });
});

const EVIL = `"'><script>alert(1)</script><img src=x onerror=alert(1)></style></code></pre></script>\u202e\u0000\u001b[2J\u2028&lt;`;

describe('the HTML report of a hostile site', () => {
  it('escapes every text', async () => {
    const report = hostile(richReport());
    const document = await rendered(report, new Map([[picture.id, webp]]));
    expect(document.match(/<script/gi)).toHaveLength(1);
    expect(document.match(/<\/style>/g)).toHaveLength(1);
    expect(document.match(/<img/g)).toHaveLength(1);
    expect(document).not.toMatch(/onerror=alert\(1\)>/i);
    expect(document.match(/<pre>/g)).toHaveLength(document.match(/<\/pre>/g)?.length ?? -1);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the report must not contain them
    expect(document).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/);
    for (const [, href] of document.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^(https?:\/\/|#)/);
    expect(document).toContain('[U+202E][U+0000][U+001B][2J[U+2028]&amp;lt;');
    const { results } = await validator.validateString(document);
    expect(results.flatMap(({ messages }) => messages.map(({ ruleId }) => ruleId))).toEqual([]);
  });
});

/** Returns the report with every text replaced that a page, a site or a caller could have given. */
function hostile(report: Report): Report {
  const kept = new Set([
    'id',
    'ruleId',
    'kind',
    'impact',
    'state',
    'cause',
    'outcome',
    'result',
    'code',
    'name',
    'level',
    'number',
    'fingerprint',
    'issueGroup',
    'oneFix',
    'pageId',
    'suppressedBy',
    'chosenBy',
    'status',
    'priority',
    'reason',
    'schemaVersion',
    'crawl',
    'robots',
    'colorScheme',
    'reducedMotion',
  ]);
  const replaced = (value: unknown, name = ''): unknown => {
    if (typeof value === 'string')
      return kept.has(name) || name.endsWith('At') || name === 'new' ? value : EVIL;
    if (Array.isArray(value)) return name === 'pageIds' ? value : value.map((each) => replaced(each, name));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replaced(each, key)]));
  };
  const made = replaced({ ...report, limits: undefined }) as Report;
  return { ...made, site: { ...made.site, name: EVIL }, limits: report.limits };
}

describe('the limits of the HTML report', () => {
  it('include the issue groups that the report itself does not list', async () => {
    const report = reportOf([{ ruleId: 'label', elements: [{ page: 1, selector: '#q' }] }]);
    report.summary.issueGroups = 12_000;
    const text = textOf(await rendered(report));
    expect(text).toContain('Violations : 1 element in 12,000 issue groups');
    expect(text).toContain('11,999 more issue groups are not shown here');
  });

  const long = (length: number) => '&\u202e'.repeat(length / 2);

  it('hold for a report of maximum size with hostile texts, and the report states what it omits', async () => {
    const pages = Array.from({ length: 1_000 }, (_, index) =>
      pageOf(index + 1, {
        requestedUrl: `https://shop.example/${index}?${long(1_900)}`,
        finalUrl: `https://shop.example/${index}?${long(1_900)}`,
        title: long(1_000),
        detail: long(1_000),
        rules: [],
      }),
    );
    const faults: Fault[] = Array.from({ length: 1_500 }, (_, index) => ({
      ruleId: index % 2 ? 'label' : 'color-contrast',
      kind: index % 3 ? 'violation' : 'review',
      elements: Array.from({ length: index < 50 ? 30 : 2 }, (__, elementIndex) => ({
        page: ((index + elementIndex) % 1_000) + 1,
        selector: `#e${index}-${elementIndex} ${long(1_900)}`,
        html: long(2_000),
        howToFix: long(300),
        picture: { ...picture, id: `pic_${index.toString(16).padStart(64, '0')}` },
      })),
    }));
    const report = reportOf(faults, pages);
    report.crawl.notAttempted = {
      count: 900,
      byReason: { limit: 900 },
      pages: Array.from({ length: 500 }, () => ({
        url: `https://shop.example/?${long(1_900)}`,
        reason: 'limit',
      })),
    };
    const [suppression] = richReport().suppressions;
    report.suppressions = Array.from({ length: 200 }, (_, index) => ({
      ...suppression!,
      id: `supp_${String(index).padStart(26, '0')}`,
      reason: long(500),
    }));
    const large = new Map(
      faults.map((__, index) => [
        `pic_${index.toString(16).padStart(64, '0')}`,
        Buffer.concat([webp, Buffer.alloc(100_000, index % 256)]),
      ]),
    );
    const document = await rendered(report, large);
    expect(Buffer.byteLength(document)).toBeLessThan(8_000_000);
    const shown = document.match(/<article class="issue[^>]* id="issue-/g)?.length ?? 0;
    const text = textOf(document);
    expect(shown).toBeGreaterThan(20);
    expect(text).toMatch(/Violations : [\d,]+ elements in 1,000 issue groups/);
    expect(text).toContain(`${1_000 - shown} more issue groups are not shown here`);
    expect(text).toMatch(/\d+ more pages are not shown here, because this report would be too large/);
    expect(text).toMatch(/\d+ more suppressions?; the JSON format/);
    expect(text).toMatch(/\d+ of 900 are listed\./);
    const pictures = document.match(/<img src="[^"]*"/g) ?? [];
    expect(pictures.length).toBeGreaterThan(15);
    expect(pictures.join('').length).toBeLessThan(3_010_000);
  });

  it('show the number of elements that were counted but not stored', async () => {
    const report = reportOf([{ ruleId: 'label', elements: [{ page: 1, selector: '#q' }] }]);
    report.summary.violations.elements = 751;
    expect(textOf(await rendered(report))).toContain(
      '750 more elements were counted but are in no issue group',
    );
  });

  it('apply while findings are read once, one after the other, and are written in pieces', async () => {
    const report = reportOf(
      Array.from({ length: 10 }, (_, index) => ({
        ruleId: 'label',
        elements: Array.from({ length: 1_000 }, (__, elementIndex) => ({
          page: 1,
          selector: `#e${index}-${elementIndex}`,
        })),
      })),
    );
    const whole = toReportSource(report);
    let passes = 0;
    let largest = 0;
    const source = {
      ...whole,
      async *findings() {
        passes += 1;
        yield* whole.findings();
      },
    };
    for await (const piece of renderHtml(source)) largest = Math.max(largest, piece.length);
    expect(passes).toBe(1);
    expect(largest, 'it is written in pieces').toBeLessThan(100_000);
  });
});
