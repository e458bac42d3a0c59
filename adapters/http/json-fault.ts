/** Where a text stops being JSON, counted from 1, and why. */
export interface JsonFault {
  line: number;
  column: number;
  reason: string;
}

const token = {
  space: /[ \t\n\r]*/y,
  string: /"(?:(?!["\\])[\u0020-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y,
  scalar: /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y,
};

/** What may come next: a value, the first entry of a list or an object, or what follows an entry. */
type Expected = 'value' | 'first-entry' | 'first-name' | 'name' | 'after-entry';

/**
 * Finds the first fault of a text that `JSON.parse` refuses; the position is not in every message of V8's.
 * Keeps its own stack, so that deep nesting costs no call stack. Null for well-formed JSON.
 */
export function firstJsonFault(text: string): JsonFault | null {
  const open: ('{' | '[')[] = [];
  let at = 0;
  let expected: Expected = 'value';

  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match) return false;
    at = pattern.lastIndex;
    return true;
  };
  const close = () => {
    at++;
    open.pop();
    expected = 'after-entry';
  };

  for (;;) {
    take(token.space);
    const inside = open.at(-1);
    const char = text[at];
    if (expected === 'after-entry' && inside === undefined) {
      return char === undefined ? null : fault(text, at, 'more text after the value');
    }
    if (char === undefined) return fault(text, at, 'the text ends too early');
    if (expected === 'after-entry') {
      if (char === ',') {
        at++;
        expected = inside === '{' ? 'name' : 'value';
      } else if (char === (inside === '{' ? '}' : ']')) close();
      else return fault(text, at, inside === '{' ? 'a comma or } is expected' : 'a comma or ] is expected');
    } else if (expected === 'first-entry' && char === ']') close();
    else if (expected === 'first-name' && char === '}') close();
    else if (expected === 'name' || expected === 'first-name') {
      if (!take(token.string)) return fault(text, at, 'a member name in double quotes is expected');
      take(token.space);
      if (text[at] !== ':') return fault(text, at, 'a colon is expected');
      at++;
      expected = 'value';
    } else if (char === '{' || char === '[') {
      at++;
      open.push(char);
      expected = char === '{' ? 'first-name' : 'first-entry';
    } else if (take(char === '"' ? token.string : token.scalar)) expected = 'after-entry';
    else
      return fault(text, at, char === '"' ? 'the text in quotes is not well-formed' : 'a value is expected');
  }
}

function fault(text: string, at: number, reason: string): JsonFault {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, reason };
}
