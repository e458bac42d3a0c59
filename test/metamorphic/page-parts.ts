import render from 'dom-serializer';
import { parseDocument } from 'htmlparser2';

/** An HTML document in parts that a transformation may change. */
export interface PageParts {
  /** Attributes of `html`, each with a space before it. */
  htmlAttributes: string;
  head: string;
  /** Attributes of `body`, each with a space before it. */
  bodyAttributes: string;
  body: string;
}

const START = /^<!doctype html>\s*(?:<html([^>]*)>)?\s*(?:<head>)?/i;
const IN_HEAD = /^\s*(?:<(title|style|script)\b[^>]*>[\s\S]*?<\/\1>|<(?:meta|link|base)\b[^>]*>)/i;
const BODY_START = /^\s*(?:<\/head>)?\s*(?:<body([^>]*)>)?/i;
const END = /(?:<\/body>)?\s*(?:<\/html>)?\s*$/i;

/** Returns the parts of a document, which may omit the tags that HTML allows to omit. */
export function parsePage(html: string): PageParts {
  const start = START.exec(html);
  if (start === null)
    throw new Error(`a document begins with <!doctype html>, not with ${html.slice(0, 40)}`);
  let rest = html.slice(start[0].length);
  let head = '';
  for (let match = IN_HEAD.exec(rest); match !== null; match = IN_HEAD.exec(rest)) {
    head += match[0];
    rest = rest.slice(match[0].length);
  }
  const [bodyTag = '', bodyAttributes = ''] = BODY_START.exec(rest) ?? [];
  const body = rest.slice(bodyTag.length).replace(END, '');
  return { htmlAttributes: start[1] ?? '', head, bodyAttributes, body };
}

export function formatPage({ htmlAttributes, head, bodyAttributes, body }: PageParts): string {
  return `<!doctype html><html${htmlAttributes}><head>${head}</head><body${bodyAttributes}>${body}</body></html>`;
}

/** Returns a document as XHTML, with all its parts as they are. */
export function formatXhtml({ htmlAttributes, head, bodyAttributes, body }: PageParts): string {
  const named = body
    .replace(/<svg(?=[\s>])/g, '<svg xmlns="http://www.w3.org/2000/svg"')
    .replace(/<math(?=[\s>])/g, '<math xmlns="http://www.w3.org/1998/Math/MathML"');
  const document = parseDocument(
    `<html${htmlAttributes} xmlns="http://www.w3.org/1999/xhtml"><head>${head}</head><body${bodyAttributes}>${named}</body></html>`,
    { lowerCaseAttributeNames: false },
  );
  return `<?xml version="1.0" encoding="utf-8"?><!DOCTYPE html>${render(document, { xmlMode: true, encodeEntities: 'utf8', emptyAttrs: true, selfClosingTags: false })}`;
}
