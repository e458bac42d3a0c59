/** Longest line of a comment or a document, in characters. Biome wraps code earlier, and wraps neither of them. */
const LINE_MAX = 120;

const COMMENT = /^\s*(\/\/|\/?\*)/;
/** Lines that cannot be wrapped: headings, rows of tables, pictures, long URLs, instructions for the linter. */
const UNBREAKABLE = /^(#|\||!\[)|https:\/\/|biome-ignore/;

/**
 * Checks the length of comments and of paragraphs in documents.
 * @returns one line for each line that is too long
 */
export function checkLineLengths(path: string, source: string): string[] {
  const isCode = path.endsWith('.ts');
  let isFenced = false;
  return source.split('\n').flatMap((line, index) => {
    if (!isCode && line.trimStart().startsWith('```')) isFenced = !isFenced;
    const isText = isCode ? COMMENT.test(line) : !isFenced;
    if (!isText || line.length <= LINE_MAX || UNBREAKABLE.test(line)) return [];
    return [`${path}:${index + 1}: ${line.length} characters; wrap the text at ${LINE_MAX}`];
  });
}
