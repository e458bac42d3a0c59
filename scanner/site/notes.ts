import { sanitizeText } from '../page/sanitize-text.ts';

const NOTES_MAX = 20;

/** Notes about what could not be read of a site: each sentence once, and a limited number of sentences. */
export class Notes {
  readonly #sentences = new Set<string>();

  add(sentence: string): void {
    this.#sentences.add(sentence);
  }

  list(): string[] {
    const all = [...this.#sentences];
    const more = all.length - NOTES_MAX;
    return more > 0 ? [...all.slice(0, NOTES_MAX), `There are ${more} more notes like these.`] : all;
  }
}

/** Returns a short URL for a note. The query is removed because it may contain private data. */
export function formatNoteUrl(text: string): string {
  const url = URL.parse(text);
  return sanitizeText(url === null ? text : `${url.host}${url.pathname}`, 200);
}
