import { escapeText } from '../../core/text/active-characters.ts';

/** Markup that is safe to insert without escaping. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A value in a template: text is escaped, markup is not, lists are joined, null and false are omitted. */
export type Insertion = string | number | Markup | readonly Insertion[] | null | undefined | false;

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * What a build log that prints the source would run as a command: `::error` at the start of a line, `##[`, `##vso[`.
 */
const LOG_COMMAND = /^[^\S\n\r]*:(?=:)|#(?=#[a-z]*\[)/gim;

/** Returns text escaped for element content and double-quoted attributes, with active characters made visible. */
export function escapeHtml(text: string): string {
  return escapeText(text)
    .replace(/[&<>"']/g, (character) => entities[character] ?? character)
    .replace(LOG_COMMAND, (start) => `${start.slice(0, -1)}&#${start.charCodeAt(start.length - 1)};`);
}

/**
 * Template tag that builds markup: every inserted value is escaped unless it is markup. Attributes must have double
 * quotes, and URLs must go through `renderLink`.
 */
export function html(strings: TemplateStringsArray, ...values: Insertion[]): Markup {
  return new Markup(strings.reduce((text, part, index) => text + render(values[index - 1]) + part));
}

function render(value: Insertion): string {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(render).join('');
  if (value === null || value === undefined || value === false) return '';
  return escapeHtml(String(value));
}
