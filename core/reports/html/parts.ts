import type { Impact } from '../../scans/page-result.ts';
import { isHttpUrl } from '../../sites/url.ts';
import { html, type Insertion, type Markup } from './template.ts';

/** A link when the address is http or https, else only the text. */
export function link(url: string, text: Insertion): Markup {
  if (!isHttpUrl(url)) return html`${text}`;
  return html`<a href="${new URL(url).href}" rel="noreferrer noopener">${text}</a>`;
}

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** A time as people read it, e.g. `1 November 2026, 10:00 UTC`; a dash when there is none. */
export function time(iso: string | null): Markup {
  if (iso === null) return html`–`;
  return html`<time datetime="${iso}">${dateOf(iso)}, ${iso.slice(11, 16)} UTC</time>`;
}

/** The day of an RFC 3339 UTC time, e.g. `1 November 2026`. */
export function dateOf(iso: string): string {
  const [year, month, day] = iso.slice(0, 10).split('-');
  return `${Number(day)} ${months[Number(month) - 1]} ${year}`;
}

/** `1 element`, `2,400 elements`. */
export function countOf(number: number, singular: string, plural = `${singular}s`): string {
  return `${grouped(number)} ${number === 1 ? singular : plural}`;
}

/** Digits in groups of three. */
export function grouped(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Milliseconds as seconds with one decimal, or as minutes and seconds. */
export function duration(ms: number): string {
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

export const impactNames: Record<Impact, string> = {
  critical: 'Critical',
  serious: 'Serious',
  moderate: 'Moderate',
  minor: 'Minor',
};

/** The impact as a word in its colour. */
export function badge(impact: Impact): Markup {
  return html`<span class="badge ${impact}">${impactNames[impact]}</span>`;
}

/** An id that is valid whatever the rule is called. */
export function anchor(kind: string, ruleId: string): string {
  return `${kind}-${ruleId.replace(/[^a-z0-9-]/gi, '_')}`;
}
