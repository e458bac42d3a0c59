import { listSources, visitNodes } from './source-trees.ts';

/** A regular expression of the code. */
export interface FoundExpression {
  /** The file and the expression, for messages. */
  name: string;
  expression: RegExp;
}

/** Returns each regular expression that is a literal in the code of the service, the command and the client. */
export function listLiteralExpressions(): FoundExpression[] {
  const found = new Map<string, FoundExpression>();
  for (const source of listSources()) {
    visitNodes(source, ({ type, regex }) => {
      if (type !== 'Literal' || regex === undefined) return;
      const { pattern, flags } = regex as { pattern: string; flags: string };
      const expression = new RegExp(pattern, flags);
      found.set(String(expression), { name: `${source.path}: ${expression}`, expression });
    });
  }
  return [...found.values()];
}

/** Returns the files that build regular expressions from texts. */
export function listFilesWithBuiltExpressions(): string[] {
  return listSources()
    .filter(({ code }) => /\bRegExp\(/.test(code))
    .map(({ path }) => path);
}

/** Returns the regular expressions that the module at a path builds from texts while `load` runs. */
export async function recordBuiltExpressions(
  path: string,
  load: () => Promise<unknown>,
): Promise<FoundExpression[]> {
  const found: FoundExpression[] = [];
  const { RegExp: original } = globalThis;
  globalThis.RegExp = class extends original {
    constructor(pattern: string | RegExp, flags?: string) {
      super(pattern, flags);
      // The loader builds expressions too.
      if (!new Error().stack?.includes(path)) return;
      const expression = new original(pattern, flags);
      found.push({ name: `${path}: ${expression}`, expression });
    }
  } as RegExpConstructor;
  try {
    await load();
  } finally {
    globalThis.RegExp = original;
  }
  return found;
}

/** Characters that expressions often treat in the same way. */
const commonPieces = ['a', 'A', '0', ' ', '\n', '/', '.', '-', '_', '"', '<', '\\', '\u00e9', '\ud83d\ude00'];

/**
 * Yields texts that an expression may take more than linear time for: pieces of the expression, repeated, with a
 * beginning that lets a match start and an end that lets it fail.
 *
 * @param withPairs repeats also each two of the first pieces, with more beginnings and ends
 */
export function* listHostileTexts(
  { source }: RegExp,
  { withPairs }: { withPairs: boolean },
): Generator<(length: number) => string> {
  const pieces = [...new Set([...listPieces(source), ...commonPieces])];
  const paired = withPairs ? pieces.slice(0, 12) : [];
  const pairs = paired.flatMap((one) => paired.map((other) => one + other));
  const whole = pieces.join('');
  for (const repeated of [...pieces, ...new Set(pairs), whole]) {
    const contexts = [
      ['', '\0'],
      [whole, '\0'],
      ['', ''],
      [pieces[0] ?? '', `\n${repeated}\0`],
    ] as const;
    for (const [begin, end] of withPairs ? contexts : contexts.slice(0, 2)) {
      yield (length) => begin + repeated.repeat(Math.ceil(length / repeated.length)) + end;
    }
  }
}

/** What an escape in an expression stands for, by its letter. */
const escapes: Record<string, string> = {
  d: '0',
  w: 'a',
  s: ' ',
  S: 'x',
  D: 'x',
  W: '-',
  n: '\n',
  t: '\t',
  r: '\r',
  b: '',
  B: '',
  0: '\0',
};

/** Returns the runs of literal characters of an expression, each of those characters, and those of its classes. */
function listPieces(source: string): string[] {
  const pieces: string[] = [];
  let run = '';
  const endRun = () => {
    if (run !== '') pieces.push(run);
    run = '';
  };
  const token =
    /\\u\{([\da-f]+)\}|\\[ux]([\da-f]{2,4})|\\p\{[^}]*\}|\\(.)|(\(\?(?:[:=!]|<[=!]|<\w+>))|(\{\d*,?\d*\})|([()[\]|*+?^$.])|(.)/gisu;
  for (const [, wide, code, letter, , bounds, operator, literal] of source.matchAll(token)) {
    const hex = wide ?? code;
    const character =
      hex === undefined
        ? (literal ?? (letter === undefined ? undefined : (escapes[letter] ?? letter)))
        : String.fromCodePoint(Number.parseInt(hex, 16));
    if (character === undefined) endRun();
    else run += character;
    if (bounds !== undefined || operator !== undefined) endRun();
  }
  endRun();
  return [...new Set([...pieces, ...pieces.flatMap((piece) => [...piece].slice(0, 8))])].slice(0, 40);
}
