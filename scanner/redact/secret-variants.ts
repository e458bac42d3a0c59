import type { Credentials } from '../../core/sites/credentials.ts';
import { removeTrailing } from '../../core/text/remove-trailing.ts';
import type { SearchText } from './text-finder.ts';

/**
 * Shorter values are not redacted. Redacting every `1` or `en` would make a report useless and hide nothing, because a
 * reader could guess the value from the gaps.
 */
const LENGTH_MIN = 4;
/** Shorter values count only as a whole word, not within another word. */
const ANYWHERE_MIN = 8;
/** Base64 text has no word boundaries, so short pieces would match by chance. */
const BASE64_MIN = 8;
/** Total length of all variants in UTF-16 units. Beyond it, nested variants are omitted, because there are too many. */
const LENGTH_MAX = 300_000;

/** Returns the texts to search for in results: the values of credentials in each encoding that a page may show. */
export function listSecretVariants(credentials: Credentials): SearchText[] {
  const variants = new Map<string, SearchText>();
  let length = 0;
  for (const secret of new Set(listSecrets(credentials))) {
    if (secret.length < LENGTH_MIN) continue;
    const wholeWord = secret.length < ANYWHERE_MIN;
    for (const text of listVariants(secret, length < LENGTH_MAX)) {
      const known = variants.get(text);
      length += text.length;
      variants.set(text, { text, wholeWord: wholeWord && (known?.wholeWord ?? true) });
    }
  }
  return [...variants.values()];
}

function listSecrets({ headers, cookies, basic }: Credentials): string[] {
  const secrets: string[] = [];
  for (const value of Object.values(headers)) {
    // `Bearer …`: pages show the token without the scheme.
    const [, scheme, rest] = /^([\w-]+) +(\S.*)$/.exec(value) ?? [];
    secrets.push(value);
    if (rest !== undefined) secrets.push(rest);
    if (rest !== undefined && scheme?.toLowerCase() === 'basic') {
      const pair = Buffer.from(rest, 'base64').toString();
      secrets.push(pair, pair.slice(pair.indexOf(':') + 1));
    }
  }
  for (const { value } of cookies) {
    const bare = value.replace(/^"(.*)"$/, '$1');
    secrets.push(bare, percentDecoded(bare));
  }
  if (basic) {
    const pair = `${basic.username}:${basic.password}`;
    secrets.push(basic.password, basic.username, pair, Buffer.from(pair).toString('base64'));
  }
  return secrets;
}

function listVariants(secret: string, nested: boolean): Set<string> {
  const json = JSON.stringify(secret).slice(1, -1);
  const jsonInHtml = json.replace(/[<>&']/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`);
  const percent = percentEncoded(secret);
  const plain = [
    secret,
    percent,
    percent.replaceAll('%20', '+'),
    // Other encoders also encode characters that encodeURIComponent leaves.
    percent.replace(/[!'()*~]/g, (char) => `%${char.charCodeAt(0).toString(16)}`),
    percentEncoded(percent),
    json,
    json.replaceAll('/', '\\/'),
    jsonInHtml,
    secret.replace(/["\\]/g, '\\$&'),
    // Like CSS.escape, which also escapes a leading digit as a code point.
    secret.replace(/[^\w\u0080-\uffff-]/g, '\\$&').replace(/^\d/, (digit) => `\\3${digit} `),
  ];
  const entities = (quote: string, apostrophe: string) => (text: string) =>
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', quote)
      .replaceAll("'", apostrophe);
  const escapes = [
    entities('&quot;', "'"),
    entities('"', "'"),
    entities('&quot;', '&#39;'),
    entities('&#34;', '&#39;'),
    entities('&quot;', '&#x27;'),
    entities('&quot;', '&apos;'),
    // In attributes, HTML leaves < and > as they are.
    (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
  ];
  const escaped = (nested ? plain : [secret]).flatMap((text) => escapes.map((encode) => encode(text)));
  return new Set([...plain, ...escaped, ...listBase64Variants(secret), ...listNumericVariants(secret)]);
}

/** Returns numeric variants: the bytes in hexadecimal, and decimal and hexadecimal character references of HTML. */
function listNumericVariants(secret: string): string[] {
  const points = Array.from(secret.toWellFormed(), (character) => character.codePointAt(0) as number);
  return [
    Buffer.from(secret).toString('hex'),
    points.map((point) => `&#${point};`).join(''),
    points.map((point) => `&#x${point.toString(16)};`).join(''),
  ];
}

/**
 * Returns the base64 of a value alone, and its base64 within a longer text. The latter has three variants, one per
 * alignment of the bytes to groups of three. They lack the characters that depend on the neighboring bytes.
 */
function listBase64Variants(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const inner = [0, 1, 2].map((before) => {
    const text = removeTrailing(Buffer.concat([Buffer.alloc(before), bytes]).toString('base64'), '=');
    const after = (before + bytes.length) % 3;
    return text.slice(before === 0 ? 0 : before + 1, after === 0 ? undefined : -1);
  });
  const alone = bytes.toString('base64');
  return [alone, removeTrailing(alone, '='), ...inner]
    .filter((text) => text.length >= BASE64_MIN)
    .flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_'), percentEncoded(text)]);
}

function percentEncoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
