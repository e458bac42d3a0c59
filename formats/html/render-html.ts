import { createHash } from 'node:crypto';
import type { Report } from '../../core/reports/report.ts';
import type { ReportSource } from '../../core/reports/report-source.ts';
import { ruleSets } from '../../core/rule-sets/rule-sets.ts';
import { createDecisionFinder } from '../parts/decisions.ts';
import type { ReportRenderer } from '../report-renderer.ts';
import { renderChanges } from './changes.ts';
import { renderDecided } from './decided.ts';
import { buildIssues, listShownGroups, renderControlsOf, renderIssues } from './issues.ts';
import { renderNotTested } from './not-tested.ts';
import { PageIndex } from './page-index.ts';
import { renderPages } from './pages.ts';
import { formatDate, renderLink, renderTime, truncateText } from './parts.ts';
import { loadPictures } from './pictures.ts';
import { sampleFindings } from './sample-findings.ts';
import { renderScanDetails } from './scan-details.ts';
import { SCRIPT } from './script.ts';
import { sections } from './section.ts';
import { isCompared } from './states.ts';
import { STYLE } from './style.ts';
import { renderSummary } from './summary.ts';
import { renderSuppressed } from './suppressed.ts';
import { Markup, html as markup } from './template.ts';

const computeHash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * The content security policy of the HTML report, for its meta element. It allows no requests: only the report's own
 * script and style sheet, by their hashes, and pictures in the file.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `script-src ${computeHash(SCRIPT)}`,
  `style-src ${computeHash(STYLE)}`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/**
 * Renders the report as one HTML document for people: self-contained, below 8 MB, readable without network and
 * without script. With script it filters, sorts, and expands sections. Everything from scanned pages is escaped, and
 * its active characters are visible.
 */
export const renderHtml: ReportRenderer = async function* (source) {
  for await (const piece of document(source)) yield piece.text;
};

async function* document(source: ReportSource): AsyncGenerator<Markup> {
  const { head: report } = source;
  const groups = {
    violation: listShownGroups(report, 'violation'),
    review: listShownGroups(report, 'review'),
  };
  const found = await sampleFindings(source, [...groups.violation, ...groups.review], report);
  const issues = {
    violation: buildIssues(groups.violation, report.violations, found),
    review: buildIssues(groups.review, report.needsReview, found),
  };
  const all = [...issues.violation, ...issues.review];
  const pages = new PageIndex(report.pages);
  const pictures = await loadPictures(
    source,
    all.map(({ elements }) => elements),
  );
  const context = {
    pages,
    pictures,
    compared: isCompared(report),
    findDecision: createDecisionFinder(report),
  };
  yield renderOpening(report);
  yield markup`${contents}
<main id="main" tabindex="-1">
${renderSummary(report)}
<div class="actions" id="expand" hidden><button type="button" id="expand-all">Expand all</button><button type="button" id="collapse-all">Collapse all</button></div>
${renderChanges(report)}`;
  const controls = renderControlsOf(report, all);
  const isFilteredFirst = issues.violation.length > 0;
  yield* renderIssues('violation', report, issues.violation, context, {
    controls: isFilteredFirst && controls,
    notCounted: renderSuppressed(report, found, pages),
  });
  yield* renderIssues('review', report, issues.review, context, {
    controls: !isFilteredFirst && controls,
    notCounted: renderDecided(report, found, pages),
  });
  yield* renderPages(report);
  yield markup`${renderNotTested(report)}
${renderScanDetails(report)}
</main>
<footer><p>Report of scan <code>${report.scan.id}</code>, report format ${report.schemaVersion}. This report makes no statement on conformance with any standard.</p><p class="hidden" role="status" id="status"></p></footer>
<script>${new Markup(SCRIPT)}</script>
</body>
</html>
`;
}

function renderOpening(report: Report): Markup {
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
<title>Accessibility scan of ${truncateText(site.name)}, ${formatDate(ended)}</title>
<style>${new Markup(STYLE)}</style>
</head>
<body>
<header>
<a class="skip" href="#main">Skip to the report</a>
<p class="kind">Accessibility scan report</p>
<h1><bdi>${truncateText(site.name)}</bdi></h1>
<p class="facts">${renderLink(site.url, truncateText(site.url))} <span>${renderTime(ended)}</span> <span>Automated rules: ${describeStandards(report)}</span></p>
</header>`;
}

/** Returns the names of the standards that the rules are mapped to, each once. */
function describeStandards({ configuration }: Report): string {
  return [...new Set(configuration.ruleSets.map(({ name }) => ruleSets[name].title))].join('; ');
}

const contents = markup`<nav aria-label="Contents"><ul>
${Object.entries(sections).map(
  ([id, title]) => markup`<li><a href="#${id}">${title}</a></li>
`,
)}</ul></nav>`;
