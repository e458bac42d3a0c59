/** The position at which a text stops being JSON. */
export interface JsonFault {
  /** From 1. */
  line: number;
  /** From 1, in UTF-16 units. */
  column: number;
  /** What is expected there, or what is wrong. */
  message: string;
}

/** Requirements on a text besides being JSON. */
interface Limits {
  /** Levels of nesting. */
  depthMax?: number;
  /** Whether an object with two members of the same name is a fault. */
  uniqueNames?: boolean;
}

/** Length to which a message cuts a name, in UTF-16 units. */
const NAME_SHOWN_MAX = 100;

const SPACE = /[ \t\n\r]*/y;
/** The characters of a string up to its end, an escape, or a character that RFC 8259 does not allow in a string. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 8259 does not allow them in a string
const PLAIN_CHARACTERS = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const LITERAL = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** Messages by what may come next. */
const expected = {
  value: 'a value is expected here',
  'value or ]': 'a value or ] is expected here',
  'name or }': "a member's name in double quotes or } is expected here",
  name: "a member's name in double quotes is expected here (no comma stands before })",
  ':': ': is expected here',
  ', or }': ', or } is expected here',
  ', or ]': ', or ] is expected here',
  end: 'nothing more is expected here',
} as const;
type Expected = keyof typeof expected;

const MALFORMED_STRING =
  'the text in quotes is not well-formed: it does not end, or has a line break, a control character or a wrong escape';

/**
 * Returns the first fault of a text that is not JSON (RFC 8259) or that exceeds the limits; null if it has no fault.
 * Unlike the message of JSON.parse, a fault always has a position, and its message repeats nothing of the text except a
 * duplicate name. It keeps a stack of its own, so deep nesting cannot overflow the call stack.
 */
export function findJsonFault(
  text: string,
  { depthMax = Number.POSITIVE_INFINITY, uniqueNames = false }: Limits = {},
): JsonFault | null {
  const open: { names: Set<string> | null }[] = [];
  let at = 0;
  let next: Expected = 'value';
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    at += found?.length ?? 0;
    return found;
  };
  /** Takes a string. One expression for whole strings would overflow the stack for a string of many megabytes. */
  const takeString = (): string | undefined => {
    if (text[at] !== '"') return undefined;
    const start = at;
    at++;
    do take(PLAIN_CHARACTERS);
    while (take(ESCAPE) !== undefined);
    if (text[at] === '"') return text.slice(start, ++at);
    at = start;
    return undefined;
  };
  const afterValue = (): Expected => {
    const inner = open.at(-1);
    if (inner === undefined) return 'end';
    return inner.names === null ? ', or ]' : ', or }';
  };
  for (;;) {
    take(SPACE);
    const character = text[at];
    if (character === undefined && next === 'end') return null;
    if (
      (character === '}' && (next === 'name or }' || next === ', or }')) ||
      (character === ']' && (next === 'value or ]' || next === ', or ]'))
    ) {
      at++;
      open.pop();
      next = afterValue();
    } else if (next === 'value' || next === 'value or ]') {
      if (character === '{' || character === '[') {
        if (open.length === depthMax) return faultAt(text, at, `there are more than ${depthMax} levels`);
        at++;
        open.push({ names: character === '{' ? new Set() : null });
        next = character === '{' ? 'name or }' : 'value or ]';
      } else if (takeString() !== undefined || take(LITERAL) !== undefined) next = afterValue();
      else return unexpectedAt(text, at, next);
    } else if (next === 'name' || next === 'name or }') {
      const start = at;
      const name = takeString();
      if (name === undefined) return unexpectedAt(text, at, next);
      const names = open.at(-1)?.names;
      const plain = JSON.parse(name) as string;
      if (uniqueNames && names?.has(plain))
        return faultAt(text, start, `the member ${name.slice(0, NAME_SHOWN_MAX)} occurs twice`);
      names?.add(plain);
      next = ':';
    } else if (character === ':' && next === ':') {
      at++;
      next = 'value';
    } else if (character === ',' && (next === ', or }' || next === ', or ]')) {
      at++;
      next = next === ', or }' ? 'name' : 'value';
    } else return unexpectedAt(text, at, next);
  }
}

function unexpectedAt(text: string, at: number, next: Expected): JsonFault {
  if (at === text.length) return faultAt(text, at, `the text ends too early; ${expected[next]}`);
  const isString = text[at] === '"' && (next.startsWith('value') || next.startsWith('name'));
  return faultAt(text, at, isString ? MALFORMED_STRING : expected[next]);
}

function faultAt(text: string, at: number, message: string): JsonFault {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, message };
}
