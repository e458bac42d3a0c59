import { sanitizeText } from '../page/sanitize-text.ts';

const NOTES_MAX = 20;

/** What could not be read of a site, or not wholly: each sentence once, and a bounded number of them. */
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

/** A URL for a note: short, and without its query, which may hold what is nobody's business. */
export function formatNoteUrl(text: string): string {
  const url = URL.parse(text);
  return sanitizeText(url === null ? text : `${url.host}${url.pathname}`, 200);
}
