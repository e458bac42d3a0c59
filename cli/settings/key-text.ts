import { API_KEY_PATTERN } from '../../core/access/key-text.ts';

/** Shorter than any key; what is this short may be part of any text. */
const VALUE_LENGTH_MIN = 8;

/** Whether a text holds an API key, or begins as one does. */
export function hasApiKey(text: string): boolean {
  return /^\s*key_/.test(text) || text.search(API_KEY_PATTERN) >= 0;
}

/**
 * Text with every API key masked but for the beginning of its id.
 * @param value the key in use, whatever its form
 */
export function maskKeys(text: string, value: string | undefined): string {
  const masked = text.replace(API_KEY_PATTERN, (key) => `${key.slice(0, 'key_'.length + 4)}…`);
  return value === undefined || value.length < VALUE_LENGTH_MIN ? masked : masked.replaceAll(value, '…');
}
