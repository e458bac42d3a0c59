import type { Check } from '../findings/check.ts';

/**
 * Returns how to fix one failed check: a clause in the imperative that begins in lower case and ends without a full
 * stop. Findings that need review use the same clauses, so the clause of a check that axe could not decide says what to
 * review.
 */
export type CheckFix = (measured: CheckMeasurement) => string;

/** Fixes by axe's id of the check. */
export type CheckFixes = Readonly<Record<string, CheckFix>>;

const WORD = /^[\w:.#@/+-]{1,60}$/;
const ATTRIBUTE = /^([a-z][\w:-]{0,59})=/i;
const ASSIGNED = /^[a-z][\w:-]{0,59}="([^"]*)"$/i;
const SETTING = /^[a-z-]{1,60}=[\w.+-]{1,20}$/;
const WORDS_MAX = 4;

/**
 * Reads the data of one check as texts for a sentence. Text that may come from the page is omitted unless it is a plain
 * word: a name of an attribute, a role, an id, a color.
 */
export class CheckMeasurement {
  readonly #data: NonNullable<Check['data']>;

  constructor(check: Pick<Check, 'data'>) {
    this.#data = check.data ?? {};
  }

  /** The key of the message that axe chose; '' if the check has only one message. */
  get key(): string {
    return this.word('messageKey') ?? '';
  }

  /** Returns a member that is one plain word or a finite number; else undefined. */
  word(member: string): string | undefined {
    const value = this.#data[member];
    if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
    return typeof value === 'string' && WORD.test(value) ? value : undefined;
  }

  /** Returns a color in the shortest CSS notation: `#777` for `#777777`. */
  color(member: string): string | undefined {
    const word = this.word(member)?.toLowerCase();
    return word?.replace(/^#(.)\1(.)\2(.)\3$/, '#$1$2$3');
  }

  /** Returns a ratio as `4.5:1`, also if axe gives a number. */
  ratio(member: string): string | undefined {
    const word = this.word(member);
    if (word === undefined || !/^\d+(\.\d+)?(:1)?$/.test(word)) return undefined;
    return word.endsWith(':1') ? word : `${word}:1`;
  }

  /** Returns a number, rounded. @param decimals maximum number of decimals */
  number(member: string, decimals: number): string | undefined {
    const value = this.#data[member];
    if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
    const scale = 10 ** decimals;
    return String(Math.round(value * scale) / scale);
  }

  /**
   * Returns the plain words of a member that is a list, or a text with commas, as `a, b and 3 more`. For an entry
   * `name="value"` it returns the name.
   * @param members the first member with plain words is used
   */
  words(...members: string[]): string | undefined {
    for (const member of members) {
      const found = this.#list(member);
      if (found.length > 0) return shorten(found);
    }
    return undefined;
  }

  /** Returns the value in a member that is one `name="value"`, if the value is a plain word. */
  assigned(member: string): string | undefined {
    const parts = this.#parts(member);
    const value = parts.length === 1 ? ASSIGNED.exec(String(parts[0]))?.[1] : undefined;
    return value !== undefined && WORD.test(value) ? value : undefined;
  }

  /** Returns a member that is one plain `name=value`, as in the content of a viewport meta element. */
  setting(member: string): string | undefined {
    const value = this.#data[member];
    return typeof value === 'string' && SETTING.test(value) ? value : undefined;
  }

  #list(member: string): string[] {
    const words = this.#parts(member).map((part) => {
      const text = String(part);
      return ATTRIBUTE.exec(text)?.[1] ?? text;
    });
    return [...new Set(words.filter((word) => WORD.test(word)))];
  }

  #parts(member: string): readonly unknown[] {
    const value = this.#data[member];
    return Array.isArray(value) ? value : typeof value === 'string' ? value.split(/,\s*/) : [];
  }
}

function shorten(words: readonly string[]): string {
  const shown = words.slice(0, WORDS_MAX);
  const more = words.length - shown.length;
  if (more > 0) return `${shown.join(', ')} and ${more} more`;
  const last = shown.at(-1) ?? '';
  return shown.length === 1 ? last : `${shown.slice(0, -1).join(', ')} and ${last}`;
}

/** Returns words in brackets, with a space in front; empty for none. */
export function formatInBrackets(words: string | undefined, label = ''): string {
  return words === undefined ? '' : ` (${label}${words})`;
}
