import type { CheckCases } from './check-cases.ts';

export const cases: CheckCases = {
  check: 'a11y-file-link',
  pages: [
    {
      kind: 'bad',
      shows: 'reports links to documents',
      html: `<a id="one" href="/report.pdf">Annual report</a><p>Text</p><a id="two" href="/data.xlsx?year=1#top">Figures</a>`,
      violations: ['#one', '#two'],
    },
    {
      kind: 'bad',
      shows: 'reports extensions in capitals, and images as links',
      html: `<a id="one" href="/A.PDF">Report</a><div><a id="two" href="b.docx"><img src="data:," alt="Letter"></a></div>`,
      violations: ['#one', '#two'],
    },
    {
      kind: 'good',
      shows: 'accepts links that name the type',
      html: `<a href="/report.pdf">Report (PDF, 2 MB)</a><a href="/a.docx">Letter for Word</a><a href="/b.xlsx" title="Excel">Figures</a><a href="/c.zip"><img src="data:," alt="ZIP file"></a>`,
    },
    {
      kind: 'good',
      shows: 'accepts the type beside the link',
      html: `<p><a href="/report.pdf">Report</a> <span>PDF, 2 MB</span></p>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts addresses that only look like files',
      html: `<a href="/pdf">Report</a><a href="/report.pdf.html">Report</a><a href="/view?file=a.pdf">Report</a><a href="https://example.com">Site</a>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts links that nobody perceives, and anchors without an address',
      html: `<a href="/report.pdf" hidden>Report</a><a name="x.pdf">Report</a>`,
    },
  ],
};
