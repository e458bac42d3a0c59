/**
 * A script with every character beyond ASCII written as an escape: the browser then takes it in one byte a character,
 * a third faster. Valid in strings, regular expressions and names, and so everywhere in axe-core's minified source.
 */
export function inAscii(script: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with them
  return script.replace(/[^\x00-\x7f]/g, (character) => `\\u${hex(character)}`);
}

function hex(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(4, '0');
}
