import { type PageState, pageStateSchema, type SiteState, siteStateSchema } from './site-state.ts';

/**
 * The state of a site is stored as JSON with one line for each page, so that it can be written and read page by page.
 * A state with 100,000 findings takes 30 MB; parsed at once, the text and its objects would take several times as much.
 */

/** Yields the stored JSON, piece by piece. */
export function* serializeState({ pages, ...state }: SiteState): Generator<string> {
  yield `${JSON.stringify(state).slice(0, -1)},"pages":{`;
  let separator = '\n';
  for (const [identity, page] of Object.entries(pages)) {
    yield `${separator}${JSON.stringify(identity)}:${JSON.stringify(page)}`;
    separator = ',\n';
  }
  yield '\n}}';
}

/** Parses stored JSON. @throws Error if it is not a state */
export function parseState(stored: Uint8Array): SiteState {
  const lines = splitLines(stored);
  const { value: head = '' } = lines.next();
  const state = siteStateSchema.parse(JSON.parse(`${head}}}`));
  const pages: [string, PageState][] = [];
  for (const line of lines) {
    if (line === END) return { ...state, pages: Object.fromEntries(pages) };
    const [identity = '', page] = Object.entries(JSON.parse(`{${line.replace(/,$/, '')}}`))[0] ?? [];
    pages.push([identity, pageStateSchema.parse(page)]);
  }
  throw new Error('the state of a site ends too early');
}

const END = '}}';
const LINE_FEED = 10;

function* splitLines(stored: Uint8Array): Generator<string, undefined> {
  const decoder = new TextDecoder();
  for (let start = 0; start < stored.length; ) {
    const found = stored.indexOf(LINE_FEED, start);
    const end = found < 0 ? stored.length : found;
    const line = decoder.decode(stored.subarray(start, end));
    if (line !== '') yield line;
    start = end + 1;
  }
}
