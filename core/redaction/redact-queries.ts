import { isSecretParameter, REDACTED } from './secret-names.ts';

/**
 * The name of a parameter of a query, a fragment or a path: in a URL by itself, in HTML, or encoded as the parameter of
 * another URL. It is bounded, so that a text of many names costs no more than its length.
 */
const PARAMETER = /([?&;#]|%(?:26|3F|23)|\\u0026)((?:[\w.~[\]-]|%5[BD]){1,64})(=|%3D)/gi;
/** Characters that end a value, by what precedes its name. */
const IN_QUERY = /[&#;\s"'`<>\\()]|$/g;
const IN_PATH = /[?/&#;\s"'`<>\\()]|$/g;
const IN_PARAMETER = /%26|%23|[&#;\s"'`<>\\()]|$/gi;
/** `user:password@` of a URL. */
const USER_INFO = /(:\/\/|:\\\/\\\/)[^\s/?#@"'<>\\]{1,256}@/g;

/**
 * Returns a text (a URL, or a text that contains URLs) without the values of parameters whose names indicate a secret,
 * and without user names and passwords.
 */
export function redactQueries(text: string): string {
  return redactValues(text).replace(USER_INFO, `$1${REDACTED}@`);
}

function redactValues(text: string): string {
  let redacted = '';
  let kept = 0;
  for (const { index, 0: whole, 1: before = '', 2: name = '', 3: equals } of text.matchAll(PARAMETER)) {
    const from = index + whole.length;
    if (from <= kept || !isSecretParameter(name)) continue;
    const isEntity = text.slice(Math.max(0, index - 4), index) === '&amp';
    const end = equals !== '=' ? IN_PARAMETER : before === ';' && !isEntity ? IN_PATH : IN_QUERY;
    end.lastIndex = from;
    const to = end.exec(text)?.index ?? text.length;
    if (to === from) continue;
    redacted += text.slice(kept, from) + REDACTED;
    kept = to;
  }
  return redacted + text.slice(kept);
}
