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
      kind: 'good',
      shows: 'accepts the type in the line below a heading, in the row of a table, and in the item of a list',
      html: `<div><h3><a href="/plan.pdf">Delivery plan</a></h3><p><abbr>PDF</abbr>, 1.2 MB</p></div>
        <table><tr><th>File</th><th>Type</th></tr><tr><td><a href="/a.pdf">Budget</a></td><td>2 MB</td><td>PDF</td></tr></table>
        <ul><li><div><div><a href="/b.docx">Sheet</a></div></div><div><div>Word, 20 kB</div></div></li></ul>`,
    },
    {
      kind: 'good',
      shows: 'accepts the type that styles add to the link or to an icon in it',
      html: `<style>.file[href$=".pdf"]::after { content: " (PDF)" } .pdf::before { content: "PDF" }</style>
        <div><a class="file" href="/plan.pdf">Delivery plan</a></div><div><a href="/a.pdf"><i class="pdf"></i>Budget</a></div>`,
    },
    {
      kind: 'bad',
      shows: 'reports links whose neighbors have the type in their own links or items',
      html: `<ul><li><a id="one" href="/a.pdf">A</a></li><li>As PDF</li></ul>
        <section><p><a id="two" href="/b.pdf">B</a></p><p><a href="/c.pdf">C (PDF)</a></p></section>
        <div><a id="three" href="/d.pdf">D</a></div><h2>PDF files</h2>
        <ul><li><p><a id="four" href="/e.docx">E</a></p><p>The doctor needs a password.</p></li></ul>`,
      violations: ['#one', '#two', '#three', '#four'],
    },
    {
      kind: 'borderline',
      shows: 'accepts addresses that only look like files',
      html: `<a href="/pdf">Report</a><a href="/report.pdf.html">Report</a><a href="/view?file=a.pdf">Report</a><a href="https://example.com">Site</a>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts pages that show a file of a repository or a wiki, and reports the file itself',
      html: `<a href="https://code.example/boats/blob/main/plan.pdf">Plan</a><a href="/wiki/File:Quay.pdf">Quay</a><a id="raw" href="https://code.example/boats/raw/main/plan.pdf">Plan</a>`,
      violations: ['#raw'],
    },
    {
      kind: 'borderline',
      shows: 'accepts links that nobody perceives, and anchors without an address',
      html: `<a href="/report.pdf" hidden>Report</a><a name="x.pdf">Report</a>`,
    },
  ],
};
