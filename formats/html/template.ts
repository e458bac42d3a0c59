import { escapeText } from '../../core/text/active-characters.ts';

/** Markup that is safe to insert as it is; only this file makes one. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What a template takes: text is escaped, markup is not, lists are joined, null and false give nothing. */
export type Insertion = string | number | Markup | readonly Insertion[] | null | undefined | false;

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** What a build log that prints the source would take for a command: `::error` in front of a line, `##[`, `##vso[`. */
const logCommand = /^\s*:(?=:)|#(?=#[a-z]*\[)/gim;

/** Text made safe for element content and for double-quoted attributes, active characters made visible. */
export function escapeHtml(text: string): string {
  return escapeText(text)
    .replace(/[&<>"']/g, (character) => entities[character] ?? character)
    .replace(logCommand, (start) => `${start.slice(0, -1)}&#${start.charCodeAt(start.length - 1)};`);
}

/**
 * Template tag for markup: everything inserted is escaped unless it is markup itself. Attributes must be
 * written in double quotes, and URLs go through `link`.
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
