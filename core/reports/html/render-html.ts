import { ruleSets } from '../../rule-sets/rule-sets.ts';
import type { Report } from '../report.ts';
import { renderConfiguration, renderLimits } from './about.ts';
import { renderPages } from './pages.ts';
import { countOf, dateOf, link, time } from './parts.ts';
import { renderRule } from './rule-findings.ts';
import { style } from './style.ts';
import { renderSummary, ruleTable } from './summary.ts';
import { html, Markup } from './template.ts';

/**
 * The policy that keeps the HTML report inert, for its meta element and for the header it is served with:
 * nothing loads and nothing runs; only the report's own style sheet applies, known by its hash.
 */
export async function reportContentSecurityPolicy(): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style));
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
}

/**
 * The report as one HTML document for people: self-contained, without script, readable as a file without
 * network. Everything that came from scanned pages is escaped and its active characters are made visible.
 */
export async function renderHtml(report: Report): Promise<string> {
  const policy = await reportContentSecurityPolicy();
  const date = dateOf(report.scan.finishedAt ?? report.scan.createdAt);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(policy)}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Accessibility scan of ${report.site.name}, ${date}</title>
<style>${new Markup(style)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the report</a>
<header>
<p class="kind">Accessibility scan report</p>
<h1><bdi>${report.site.name}</bdi></h1>
<p class="facts">${link(report.site.url, report.site.url)} <span>${time(report.scan.finishedAt ?? report.scan.createdAt)}</span> <span>Automated rules: ${checkedAgainst(report)}</span></p>
</header>
${contents(report)}
<main id="main" tabindex="-1">
${renderSummary(report)}
${violations(report)}
${needsReview(report)}
${renderPages(report)}
${renderLimits(report)}
${renderConfiguration(report)}
</main>
<footer><p>Made from scan <code>${report.scan.id}</code>, report format ${report.schemaVersion}. This report makes no statement about conformance with any standard.</p></footer>
</body>
</html>
`.text;
}

/** The standards that the rules are mapped to, as people call them; two names of one standard give it once. */
function checkedAgainst({ configuration }: Report): string {
  return [...new Set(configuration.ruleSets.map(({ name }) => ruleSets[name].title))].join('; ');
}

function contents({ summary }: Report): Markup {
  return html`<nav aria-label="Contents"><ul>
<li><a href="#summary">Summary</a></li>
<li><a href="#violations">Violations (${countOf(summary.violations.rules, 'rule')})</a></li>
<li><a href="#needs-review">Needs review (${countOf(summary.needsReview.rules, 'rule')})</a></li>
<li><a href="#pages">Pages (${summary.pages.known})</a></li>
<li><a href="#limits">What this report cannot say</a></li>
<li><a href="#configuration">How this scan was made</a></li>
</ul></nav>`;
}

function violations(report: Report): Markup {
  const pages = new Map(report.pages.map((page) => [page.id, page]));
  return html`
<section aria-labelledby="violations">
<h2 id="violations">Violations</h2>
${
  report.violations.length === 0
    ? html`<p>The rules that ran found none.</p>`
    : html`<p>Worst first. Each entry says what is wrong, whom it affects, where it is and what to mend.</p>
${ruleTable('violation', report.summary.violations, 'Rules that are broken, worst first')}
${report.violations.map((rule) => renderRule('violation', rule, pages))}`
}
</section>`;
}

function needsReview(report: Report): Markup {
  const pages = new Map(report.pages.map((page) => [page.id, page]));
  return html`
<section aria-labelledby="needs-review">
<h2 id="needs-review">Needs review</h2>
${
  report.needsReview.length === 0
    ? html`<p>There is nothing that the rules could not decide.</p>`
    : html`<p>The rules could not decide these: a person has to look and judge. They are not counted as violations.</p>
${ruleTable('review', report.summary.needsReview, 'Rules that could not decide, worst first')}
${report.needsReview.map((rule) => renderRule('review', rule, pages))}`
}
</section>`;
}
