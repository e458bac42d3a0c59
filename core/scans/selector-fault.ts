import { z } from 'zod';
import { findNearest } from '../problems/nearest.ts';
import { isPlainText, NOT_PLAIN } from '../sites/plain-text.ts';
import { functionalPseudoClasses, type PseudoArgument, plainPseudoClasses } from './pseudo-classes.ts';

/** The tokens of selectors: https://www.w3.org/TR/css-syntax-3/#token-diagrams */
const ESCAPE = String.raw`\\(?:[0-9a-fA-F]{1,6} ?|[^0-9a-fA-F])`;
const beyondAscii = [
  String.raw`\u00b7\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u037d\u037f-\u1fff\u200c\u200d\u203f\u2040\u2070-\u218f`,
  String.raw`\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\u{10000}-\u{10ffff}`,
].join('');
const namePattern = `(?:--|-?(?:[A-Za-z_${beyondAscii}]|${ESCAPE}))(?:[\\w\\-${beyondAscii}]|${ESCAPE})*`;
const token = {
  space: / */uy,
  name: new RegExp(namePattern, 'uy'),
  // Each backslash takes exactly one character. Otherwise the regular expression would try every alternative in an
  // unclosed string.
  string: /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/suy,
  operator: /[~|^$*]?=/uy,
  caseFlag: /i(?= *\])/iuy,
  combinator: / *[>+~] *| +(?=[^ ,)])/uy,
  comma: / *, */uy,
  nth: /(?:even|odd|[+-]?\d*n(?: *[+-] *\d+)?|[+-]?\d+)(?![\w-])/iuy,
  of: / +of +/iuy,
  direction: /(?:ltr|rtl)(?![\w-])/iuy,
} as const;

/** Error that ends the parsing of a selector. Its message continues "at character 7". */
class SelectorFault extends Error {
  override name = 'SelectorFault';
}

/**
 * Returns why a text is not a CSS selector that can match elements of a page, or null if it is one. Accepts what
 * `querySelector` of Chromium accepts, except namespaces, comments, brackets left open at the end, and selectors that
 * can match no element, such as pseudo-elements. Parsers such as css-what also accept selectors that browsers refuse:
 * `.1a`, `a >`, `[a]b`, `:contains(a)`.
 */
export function findSelectorFault(text: string): string | null {
  if (!isPlainText(text)) return NOT_PLAIN;
  const reader = new SelectorReader(text);
  try {
    reader.readAll();
    return null;
  } catch (error) {
    if (!(error instanceof SelectorFault)) throw error;
    return `must be a CSS selector; at character ${reader.at + 1} ${error.message}`;
  }
}

class SelectorReader {
  at = 0;
  readonly #text: string;
  #insideHas = false;

  constructor(text: string) {
    this.#text = text;
  }

  readAll(): void {
    this.#take(token.space);
    this.#readList(false);
    this.#take(token.space);
    if (this.at < this.#text.length) throw this.#unexpected();
  }

  /** Reads selectors separated by commas; relative ones may begin with a combinator. */
  #readList(relative: boolean): void {
    do {
      if (relative) this.#take(token.combinator);
      do this.#readCompound();
      while (this.#take(token.combinator));
    } while (this.#take(token.comma));
  }

  #readCompound(): void {
    const start = this.at;
    if (!this.#takeText('*')) this.#take(token.name);
    while (this.#readPart());
    if (this.at === start) throw this.#unexpected();
  }

  #readPart(): boolean {
    if (this.#takeText('.') || this.#takeText('#')) this.#need(token.name, 'a name is expected');
    else if (this.#takeText('[')) this.#readAttribute();
    else if (this.#takeText(':')) this.#readPseudoClass();
    else return false;
    return true;
  }

  #readAttribute(): void {
    this.#take(token.space);
    this.#need(token.name, "an attribute's name is expected");
    this.#take(token.space);
    if (this.#take(token.operator)) {
      this.#take(token.space);
      if (!this.#take(token.string)) this.#need(token.name, 'a value is expected, in quotes or a plain name');
      this.#take(token.space);
      if (this.#take(token.caseFlag)) this.#take(token.space);
    }
    this.#needText(']');
  }

  #readPseudoClass(): void {
    const start = this.at - 1;
    if (this.#takeText(':')) {
      throw this.#faultAt(start, 'there is a pseudo-element; only elements can be selected');
    }
    this.#need(token.name, "a pseudo-class's name is expected");
    const written = this.#text.slice(start + 1, this.at);
    const name = written.toLowerCase();
    const hasArgument = this.#takeText('(');
    const argument = Object.hasOwn(functionalPseudoClasses, name) ? functionalPseudoClasses[name] : undefined;
    if (hasArgument && argument) {
      if (argument === 'relative' && this.#insideHas)
        throw this.#faultAt(start, ':has must not be within :has');
      this.#take(token.space);
      this.#readArgument(argument);
      this.#take(token.space);
      this.#needText(')');
    } else if (hasArgument || !plainPseudoClasses.includes(name)) {
      throw this.#faultAt(start, this.#unknownPseudoClass(written, hasArgument));
    }
  }

  #readArgument(argument: PseudoArgument): void {
    if (argument === 'selectors') this.#readList(false);
    else if (argument === 'relative') this.#readRelative();
    else if (argument === 'direction') this.#need(token.direction, 'ltr or rtl is expected');
    else if (argument === 'name') this.#need(token.name, 'a name is expected');
    else {
      this.#need(token.nth, 'even, odd, a number or an expression such as 2n+1 is expected');
      if (argument === 'nth-of' && this.#take(token.of)) this.#readList(false);
    }
  }

  #readRelative(): void {
    this.#insideHas = true;
    this.#readList(true);
    this.#insideHas = false;
  }

  #unknownPseudoClass(name: string, hasArgument: boolean): string {
    const known = hasArgument ? Object.keys(functionalPseudoClasses) : plainPseudoClasses;
    const other = hasArgument ? plainPseudoClasses : Object.keys(functionalPseudoClasses);
    if (other.includes(name.toLowerCase())) {
      return `:${name} ${hasArgument ? 'does not take an argument' : 'needs an argument in parentheses'}`;
    }
    const near = findNearest(name, known);
    return `:${name} is not a pseudo-class that matches elements${near ? `; did you mean :${near}?` : ''}`;
  }

  #take(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    if (!pattern.test(this.#text)) return false;
    this.at = pattern.lastIndex;
    return true;
  }

  #takeText(text: string): boolean {
    if (!this.#text.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  #need(pattern: RegExp, expected: string): void {
    if (!this.#take(pattern)) throw new SelectorFault(expected);
  }

  #needText(text: string): void {
    if (!this.#takeText(text)) throw new SelectorFault(`${text} is expected`);
  }

  #unexpected(): SelectorFault {
    return new SelectorFault(
      this.at < this.#text.length ? 'there is an unexpected character' : 'the selector ends too early',
    );
  }

  #faultAt(at: number, message: string): SelectorFault {
    this.at = at;
    return new SelectorFault(message);
  }
}

const SELECTOR_LENGTH_MAX = 500;

/** A CSS selector from a caller; see `findSelectorFault` for the accepted selectors. */
export const selectorSchema = z
  .string()
  // Longer texts are not parsed: nested brackets would overflow the stack.
  .max(SELECTOR_LENGTH_MAX, { abort: true })
  .superRefine((text, context) => {
    const message = findSelectorFault(text);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });
