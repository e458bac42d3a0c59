/** A listed word that is also the name of a public or stored member. The name must not change. */
interface FrozenName {
  readonly name: string;
  /** Where it is public or stored. */
  readonly reason: string;
}

export const frozenNames: readonly FrozenName[] = [
  { name: 'edition', reason: 'attribute of the stored scan, and part of the keys of its report objects' },
  { name: 'marks', reason: 'member of queue messages, and of stored results and references' },
  {
    name: 'place',
    reason: 'member of results, of the stored state and of reports; attribute of slots; input of a digest',
  },
];

const COMMENT = /^\s*(\/\/|\/?\*)/;
const keywords = new Set(['const', 'let', 'for', 'of', 'in', 'return']);
/** A frozen name that ends like an identifier in code: before a comma, a colon, a bracket and so on. */
const identifier = new RegExp(
  `(?:\\b(\\w+) )?(?<![\\w-])(?:${frozenNames.map(({ name }) => name).join('|')})(?=\\s*[,:?)}\\].;='!|])`,
  'g',
);

/**
 * Returns a line of TypeScript without the frozen names that it uses as identifiers or as literals of one word. A word
 * in a comment or in a sentence stays.
 */
export function withoutFrozenNames(line: string): string {
  if (COMMENT.test(line)) return line;
  return line.replace(identifier, (use, before: string | undefined) =>
    before === undefined || keywords.has(before) ? '' : use,
  );
}
