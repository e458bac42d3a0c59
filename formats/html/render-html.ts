import { createHash } from 'node:crypto';
import type { Report } from '../../core/reports/report.ts';
import type { ReportSource } from '../../core/reports/report-source.ts';
import { ruleSets } from '../../core/rule-sets/rule-sets.ts';
import type { ReportRenderer } from '../form.ts';
import { formatNumber } from '../parts/words.ts';
import { renderChanges } from './changes.ts';
import { renderEvaluation } from './evaluation.ts';
import { renderGate } from './gate.ts';
import { gather } from './gather.ts';
import { controlsOf, issueCount, issuesOf, renderIssues, shownGroups } from './issues.ts';
import { renderLimits } from './limits.ts';
import { PageIndex } from './page-index.ts';
import { renderPages } from './pages.ts';
import { clip, dateOf, link, time } from './parts.ts';
import { loadPictures } from './pictures.ts';
import { script } from './script.ts';
import { isCompared } from './states.ts';
import { style } from './style.ts';
import { renderSummary } from './summary.ts';
import { renderSuppressed } from './suppressed.ts';
import { Markup, html as markup } from './template.ts';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * The policy that keeps the HTML report inert, for its meta element: nothing loads, no address is sent to, and only
 * the report's own script and style sheet, known by their hashes, and pictures within the file apply.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `script-src ${hashOf(script)}`,
  `style-src ${hashOf(style)}`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/**
 * The report as one HTML document for people: self-contained, below 8 MB, readable as a file without network and
 * without script; with script it filters and sorts. Everything that came from scanned pages is escaped and its active
 * characters are made visible.
 */
export const html: ReportRenderer = async function* (source) {
  for await (const piece of document(source)) yield piece.text;
};

async function* document(source: ReportSource): AsyncGenerator<Markup> {
  const { head: report } = source;
  const groups = { violation: shownGroups(report, 'violation'), review: shownGroups(report, 'review') };
  const found = await gather(source, [...groups.violation, ...groups.review], report.suppressions);
  const issues = {
    violation: issuesOf(groups.violation, report.violations, found),
    review: issuesOf(groups.review, report.needsReview, found),
  };
  const all = [...issues.violation, ...issues.review];
  const pages = new PageIndex(report.pages);
  const pictures = await loadPictures(
    source,
    all.map(({ elements }) => elements),
  );
  const context = { pages, pictures, compared: isCompared(report) };
  yield opening(report);
  yield markup`${contents(report)}
<main id="main" tabindex="-1">
${renderGate(report)}
${renderSummary(report)}
${renderChanges(report)}`;
  yield* renderIssues('violation', report, issues.violation, context, controlsOf(report, all));
  yield* renderIssues('review', report, issues.review, context, false);
  yield markup`${renderSuppressed(report, found, pages)}`;
  yield* renderPages(report);
  yield markup`${renderLimits(report)}
${renderEvaluation(report)}
</main>
<footer><p>Made from scan <code>${report.scan.id}</code>, report format ${report.schemaVersion}. This report makes no statement on conformance with any standard.</p></footer>
<p class="hidden" role="status" id="said"></p>
<script>${new Markup(script)}</script>
</body>
</html>
`;
}

function opening(report: Report): Markup {
  const { site, scan } = report;
  const ended = scan.finishedAt ?? scan.createdAt;
  return markup`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(contentSecurityPolicy)}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Accessibility scan of ${clip(site.name)}, ${dateOf(ended)}</title>
<style>${new Markup(style)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the report</a>
<header>
<p class="kind">Accessibility scan report</p>
<h1><bdi>${clip(site.name)}</bdi></h1>
<p class="facts">${link(site.url, clip(site.url))} <span>${time(ended)}</span> <span>Automated rules: ${checkedAgainst(report)}</span></p>
</header>`;
}

/** The standards that the rules are mapped to, as people call them; two names of one standard give it once. */
function checkedAgainst({ configuration }: Report): string {
  return [...new Set(configuration.ruleSets.map(({ name }) => ruleSets[name].title))].join('; ');
}

function contents(report: Report): Markup {
  const { summary, gate, suppressions } = report;
  return markup`<nav aria-label="Contents"><ul>
${gate.result !== null && markup`<li><a href="#gate">Gate</a></li>`}
<li><a href="#summary">Summary</a></li>
<li><a href="#changes">What changed</a></li>
<li><a href="#issues">Things to fix (${formatNumber(issueCount(report, 'violation'))})</a></li>
<li><a href="#reviews">To be looked at (${formatNumber(issueCount(report, 'review'))})</a></li>
${suppressions.length > 0 && markup`<li><a href="#suppressed">Suppressed</a></li>`}
<li><a href="#pages">Pages (${formatNumber(summary.pages.known)})</a></li>
<li><a href="#limits">What this report cannot say</a></li>
<li><a href="#evaluation">Record for an audit</a></li>
</ul></nav>`;
}
