/** Returns the names with their meanings as Markdown, for the description of a member that has one of them. */
export function formatMeanings(meanings: Readonly<Record<string, string>>): string {
  return Object.entries(meanings)
    .map(([name, meaning]) => `\`${name}\`: ${meaning}`)
    .join(' ');
}
