import { hasSecretWord, REDACTED } from '../../core/redaction/secret-names.ts';

interface Attribute {
  name: string;
  /** Start and end of its value in the snippet. */
  from: number;
  to: number;
}

interface Tag {
  name: string;
  attributes: Attribute[];
  /** Where the tag ends. */
  end: number;
}

/** Inputs whose value is a label or a choice that the page's author wrote. */
const labelledTypes = new Set(['button', 'checkbox', 'image', 'radio', 'reset', 'submit']);

/**
 * Redacts an HTML snippet: values of inputs, texts of textareas, nonces, and attributes whose names indicate secrets.
 * The snippet may be truncated anywhere. axe truncates attributes to 20 characters and adds `...`.
 */
export function redactSnippet(html: string): string {
  let redacted = '';
  let copiedTo = 0;
  const lower = html.toLowerCase();
  const cut = (from: number, to: number) => {
    if (to <= from) return;
    redacted += html.slice(copiedTo, from) + REDACTED;
    copiedTo = to;
  };
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    const tag = readTag(html, at);
    if (tag === undefined) {
      at += 1;
      continue;
    }
    for (const { from, to } of listSecretAttributes(tag, html)) cut(from, to);
    at = tag.end;
    if (tag.name === 'textarea') {
      const close = lower.indexOf('</textarea', at);
      const end = close === -1 ? html.length : close;
      cut(at, end);
      at = end;
    }
  }
  return redacted + html.slice(copiedTo);
}

/**
 * True if the value of an attribute must be redacted.
 * @param element name of its element, as far as known
 * @param getAttribute returns the value of another attribute of the element
 */
export function isSecretAttribute(
  name: string,
  element: string,
  getAttribute: (name: string) => string | undefined,
): boolean {
  if (name === 'nonce') return true;
  if (name === 'value')
    return element === 'input' && !labelledTypes.has(getAttribute('type')?.toLowerCase() ?? 'text');
  if (name === 'content') return element === 'meta' && hasSecretWord(getAttribute('name') ?? '');
  return name.startsWith('data-') && hasSecretWord(name.slice('data-'.length));
}

function listSecretAttributes(tag: Tag, html: string): Attribute[] {
  const getAttribute = (name: string) => {
    const attribute = tag.attributes.find((each) => each.name === name);
    return attribute && html.slice(attribute.from, attribute.to);
  };
  return tag.attributes.filter(({ name }) => isSecretAttribute(name, tag.name, getAttribute));
}

const TAG_NAME = /<([a-z][^\s/>"'=]*)/iy;
const ATTRIBUTE_NAME = /[\s/]*([^\s/>"'=]+)/y;

/**
 * Returns the tag that begins at `start`; undefined if none does. Always terminates, because every step moves forward.
 */
function readTag(html: string, start: number): Tag | undefined {
  TAG_NAME.lastIndex = start;
  const opened = TAG_NAME.exec(html);
  if (opened === null) return undefined;
  const attributes: Attribute[] = [];
  let at = TAG_NAME.lastIndex;
  while (at < html.length && html[at] !== '>') {
    ATTRIBUTE_NAME.lastIndex = at;
    const named = ATTRIBUTE_NAME.exec(html);
    if (named === null) {
      at += 1;
      continue;
    }
    at = ATTRIBUTE_NAME.lastIndex;
    if (html[at] !== '=') continue;
    const from = html[at + 1] === '"' ? at + 2 : at + 1;
    const to = html[at + 1] === '"' ? findClosingQuote(html, from) : findUnquotedEnd(html, from);
    attributes.push({ name: (named[1] as string).toLowerCase(), from, to });
    at = html[to] === '"' ? to + 1 : to;
  }
  return { name: (opened[1] as string).toLowerCase(), attributes, end: Math.min(at + 1, html.length) };
}

/**
 * Returns the end of a quoted value. axe does not escape quotes in the values that it truncates, so a quote ends the
 * value only if the tag can continue after it.
 */
function findClosingQuote(html: string, from: number): number {
  for (let at = html.indexOf('"', from); at !== -1; at = html.indexOf('"', at + 1)) {
    const after = html[at + 1];
    if (after === undefined || /[\s/>]/.test(after)) return at;
  }
  return html.length;
}

function findUnquotedEnd(html: string, from: number): number {
  const end = /[\s>]/g;
  end.lastIndex = from;
  return end.exec(html)?.index ?? html.length;
}
