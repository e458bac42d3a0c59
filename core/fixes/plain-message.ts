/**
 * One of axe's messages as a clause: names of elements without their angle brackets, white space folded, no control or
 * formatting character and no full stop. axe puts values of the page into some of its messages, so nothing in them
 * may be markup.
 */
export function plainMessage(message: string): string {
  return message
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\s]+/gu, ' ')
    .replace(/<(\/?[a-z][a-z0-9-]*)>/gi, '$1')
    .replace(/[<>]/g, '')
    .trim()
    .replace(/\.$/, '');
}
