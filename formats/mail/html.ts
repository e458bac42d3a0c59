import type { AlertMessage, MessageEntry, MessageLink, MessageSection } from '../../core/alerts/message.ts';
import { isHttpUrl } from '../../core/sites/url.ts';
import { escapeLine } from '../../core/text/line.ts';
import { escapeHtml, html, type Insertion, Markup } from '../html/template.ts';
import { MAIL_STYLE } from './style.ts';
import { lengths, type UnsubscribeLink, words } from './words.ts';

/** Characters of a line of the source. RFC 5322, 2.1.1, allows 998 bytes; a character may have 7 bytes when escaped. */
const LINE_LENGTH = 100;

/** Maximum number of characters of an escaped address that is linked; a longer one is shown as text only. */
const HREF_LENGTH_MAX = 900;

/** Returns a message as an HTML document: one column, without images and scripts, and readable without its styles. */
export function renderMailHtml(message: AlertMessage, unsubscribe: UnsubscribeLink | null): string {
  const { title, intro, sections, action, reason, settings } = message;
  const links = [
    ...(settings === null ? [] : [settings]),
    ...(unsubscribe === null ? [] : [{ text: words.unsubscribe[unsubscribe.kind], url: unsubscribe.url }]),
  ];
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeLine(title, lengths.title)}</title>
<style>
${new Markup(MAIL_STYLE)}</style>
</head>
<body>
<main>
<h1>${renderText(title, lengths.heading)}</h1>
${intro.map(renderParagraph)}${sections.map(renderSection)}<p>
${renderLink(action, 'button')}
</p>
</main>
<footer>
<p>${words.reason}: ${renderText(reason, lengths.paragraph)}</p>
${links.map((link) => html`<p>\n${renderLink(link)}\n</p>\n`)}</footer>
</body>
</html>
`.text;
}

function renderParagraph(paragraph: string): Markup {
  return html`<p>${renderText(paragraph, lengths.paragraph)}</p>\n`;
}

function renderSection({ heading, intro = [], entries, omitted }: MessageSection): Markup {
  return html`<h2>${renderText(heading, lengths.heading)}</h2>
${intro.map(renderParagraph)}${entries.map(renderEntry)}${omitted > 0 && html`<p>${words.omitted(omitted)}</p>\n`}`;
}

function renderEntry({ title, link, facts, remedy }: MessageEntry): Markup {
  return html`<h3>
${link === null ? renderText(title, lengths.heading) : renderLink({ text: title, url: link })}
</h3>
${
  facts.length > 0 &&
  html`<dl>
${facts.map(renderFact)}</dl>
`
}${remedy !== null && html`<p><strong>${words.remedy}:</strong>\n${renderText(remedy, lengths.remedy)}</p>\n`}`;
}

function renderFact({ name, value, isCode }: MessageEntry['facts'][number]): Markup {
  const shown = renderText(value, lengths.fact);
  return html`<dt>${renderText(name, lengths.heading)}</dt>
<dd>${isCode ? html`<code>${shown}</code>` : shown}</dd>
`;
}

/** Returns a link; the text if the address is not http or https, or too long. */
function renderLink({ text, url }: MessageLink, className?: string): Markup {
  const shown = renderText(text, lengths.heading);
  const href = isHttpUrl(url) ? new URL(url).href : '';
  if (href === '' || escapeHtml(href).length > HREF_LENGTH_MAX) return shown;
  const classAttribute: Insertion = className !== undefined && html` class="${className}"`;
  return html`<a${classAttribute}
href="${href}">${shown}</a>`;
}

/**
 * Returns a text in which no line of the source is too long. Lines are broken at spaces. Long words get points at which
 * they may be broken, with the line break of the source within the tag, where it has no effect.
 */
function renderText(text: string, max: number): Markup {
  let line = 0;
  const parts = escapeLine(text, max)
    .split(' ')
    .map((word, index): Insertion => {
      const pieces = word.match(PIECES) ?? [];
      const isFull = index > 0 && line + word.length > LINE_LENGTH;
      line = isFull || pieces.length > 1 ? (pieces.at(-1)?.length ?? 0) : line + word.length + 1;
      const space = index === 0 ? '' : isFull ? '\n' : ' ';
      return [space, ...pieces.flatMap((piece, at) => (at === 0 ? [piece] : [lineBreak, piece]))];
    });
  return html`${parts}`;
}

/** At most `LINE_LENGTH` characters. */
const PIECES = /.{1,100}/gsu;
const lineBreak = new Markup('<wbr\n>');
