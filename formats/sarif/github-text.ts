/**
 * Returns text in which GitHub, which reads it as Markdown (https://github.com/github/codeql/issues/14128), finds no
 * code span and, in a comment on a pull request, no mention.
 */
export function removeMarkdown(text: string): string {
  return text.replaceAll('`', "'").replace(/@(?=\w)/g, '@ ');
}
