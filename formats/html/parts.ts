import type { ReportCriterion } from '../../core/reports/report.ts';
import type { Impact, SelectorPath } from '../../core/scans/page-result.ts';
import { isHttpUrl } from '../../core/sites/url.ts';
import { truncate } from '../../core/text/line.ts';
import { impactNames } from '../parts/words.ts';
import { html, type Insertion, type Markup } from './template.ts';

/** Maximum length of a linked address in characters. A longer one is shown as text, and cut. */
const LINKED_LENGTH_MAX = 1_000;
const SHOWN_LENGTH_MAX = 300;

/** Returns a link if the address is http or https and not too long; else the text. */
export function renderLink(url: string, text: Insertion): Markup {
  if (url.length > LINKED_LENGTH_MAX || !isHttpUrl(url)) return html`${text}`;
  return html`<a href="${new URL(url).href}" rel="noreferrer noopener">${text}</a>`;
}

export function renderAddress(url: string): Markup {
  return html`<span class="url">${truncateText(url)}</span>`;
}

/** Returns the text up to a length, with a sign if there was more. Never ends within a surrogate pair. */
export function truncateText(text: string, length: number = SHOWN_LENGTH_MAX): string {
  return truncate(text, length);
}

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** Returns a time for people, e.g. `1 November 2026, 10:00 UTC`; a dash for null. */
export function renderTime(iso: string | null): Markup {
  if (iso === null) return html`–`;
  return html`<time datetime="${iso}">${formatDate(iso)}, ${iso.slice(11, 16)} UTC</time>`;
}

/** Returns the day of an RFC 3339 UTC time, e.g. `1 November 2026`. */
export function formatDate(iso: string): string {
  const [year, month, day] = iso.slice(0, 10).split('-');
  return `${Number(day)} ${months[Number(month) - 1]} ${year}`;
}

/** Returns milliseconds as seconds with one decimal, or as minutes and seconds. */
export function formatDuration(ms: number): string {
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

export function renderImpact(impact: Impact): Markup {
  return html`<span class="badge ${impact}">${impactNames[impact]}</span>`;
}

/** Returns success criteria as links to W3C's explanations. */
export function renderCriteriaLinks(criteria: readonly ReportCriterion[]): Markup[] {
  return criteria.map(
    ({ number, name, level, url }, index) =>
      html`${index > 0 && ', '}${renderLink(url, `WCAG ${number} ${name}`)} (level ${level})`,
  );
}

const SELECTOR_LENGTH_MAX = 400;

/** Returns the path to an element: through frames, and within each frame through shadow roots. */
export function renderElementPath(target: SelectorPath): Markup {
  const frames = target.map((step) => (typeof step === 'string' ? [step] : step));
  return html`${frames.map(
    (path, frame) =>
      html`${frame > 0 && html` <span class="step">in its frame</span> `}${path.map(
        (part, depth) =>
          html`${depth > 0 && html` <span class="step">in its shadow root</span> `}<code>${truncateText(part, SELECTOR_LENGTH_MAX)}</code>`,
      )}`,
  )}`;
}

export function renderCodes(texts: readonly string[]): Markup[] {
  return texts.map((text, index) => html`${index > 0 && ', '}<code>${truncateText(text)}</code>`);
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
