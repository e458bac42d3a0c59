import { API_KEY_PATTERN } from '../../core/access/key-text.ts';

/** Shorter than any key. A shorter text could be part of any other text. */
const VALUE_LENGTH_MIN = 8;

/** True if a text contains an API key, or begins like one. */
export function hasApiKey(text: string): boolean {
  return /^\s*key_/.test(text) || text.search(API_KEY_PATTERN) >= 0;
}

/**
 * Masks every API key in a text. Only the beginning of its id stays.
 * @param value the key in use, in any notation
 */
export function maskKeys(text: string, value: string | undefined): string {
  const masked = text.replace(API_KEY_PATTERN, (key) => `${key.slice(0, 'key_'.length + 4)}…`);
  return value === undefined || value.length < VALUE_LENGTH_MIN ? masked : masked.replaceAll(value, '…');
}
