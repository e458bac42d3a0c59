import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import { parseSync } from 'oxc-parser';

/** Stand around each text of the catalogue in a dashboard that is built with `bracketTexts`. */
export const OPEN = '⟦';
export const CLOSE = '⟧';

interface Node {
  type: string;
  start: number;
  end: number;
  [member: string]: unknown;
}

/** A plugin that encloses each text of the catalogue in brackets, as a translation into a language of its own. */
export const bracketTexts: Plugin = {
  name: 'bracket-texts',
  setup(build) {
    build.onLoad({ filter: /[\\/]text[\\/]en[\\/][\w-]+\.ts$/ }, async ({ path }) => ({
      contents: bracketLiterals(path, await readFile(path, 'utf8')),
      loader: 'ts',
    }));
  },
};

/** Returns a source whose string and template literals are enclosed in brackets, except keys, imports and types. */
function bracketLiterals(path: string, source: string): string {
  const inserts: { at: number; text: string }[] = [];
  for (const node of walk(parseSync(path, source).program)) {
    const isText = node.type === 'Literal' && typeof node.value === 'string';
    if (!isText && node.type !== 'TemplateLiteral') continue;
    inserts.push({ at: node.start + 1, text: OPEN }, { at: node.end - 1, text: CLOSE });
  }
  let bracketed = source;
  for (const { at, text } of inserts.toSorted((a, b) => b.at - a.at))
    bracketed = bracketed.slice(0, at) + text + bracketed.slice(at);
  return bracketed;
}

function* walk(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const each of value) yield* walk(each);
  else if (value !== null && typeof value === 'object') {
    const node = value as Node;
    if (node.type === 'ImportDeclaration' || node.type?.startsWith('TS')) {
      // `as` and `satisfies` contain an expression beside their type.
      yield* walk(node.expression);
      return;
    }
    if (node.type !== undefined) yield node;
    for (const [member, each] of Object.entries(node)) {
      if (member !== 'key' || node.computed === true) yield* walk(each);
    }
  }
}
