import { z } from 'zod';

const MAX_URL_LENGTH = 2_000;

/** Whether a text is an absolute http or https URL without credentials. */
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
  .max(MAX_URL_LENGTH)
  .refine(isHttpUrl, 'must be an absolute http or https URL without user name or password')
  .meta({ format: 'uri', example: 'https://www.example.com/' });

/** A URL as scans know it: parsed, default port dropped, without fragment. */
export function normalizeUrl(text: string): string {
  const url = new URL(text);
  url.hash = '';
  return url.href;
}
