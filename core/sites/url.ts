import { z } from 'zod';
import { isPlainText, NOT_PLAIN } from './plain-text.ts';

/** Maximum length of a URL in characters, percent-encoded as it is sent. */
export const URL_LENGTH_MAX = 2_000;

/** True if a text is an absolute http or https URL without credentials. */
export function isHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return (
    (url.protocol === 'http:' || url.protocol === 'https:') && url.username === '' && url.password === ''
  );
}

/** An absolute http or https URL without user name or password, at most 2,000 characters. */
export const httpUrlSchema = z
  .string()
  .max(URL_LENGTH_MAX)
  .refine(isHttpUrl, 'must be an absolute http or https URL without user name or password')
  .refine(isPlainText, NOT_PLAIN)
  .refine(
    (text) => !URL.canParse(text) || new URL(text).href.length <= URL_LENGTH_MAX,
    `must be at most ${URL_LENGTH_MAX} characters once percent-encoded`,
  )
  // Not `format: uri`, because browsers accept URLs with characters that RFC 3986 does not allow.
  .meta({ example: 'https://www.example.com/' });

/** Returns the normalized URL: parsed, without default port and fragment. */
export function normalizeUrl(text: string): string {
  const url = new URL(text);
  url.hash = '';
  return url.href;
}
