/** An API key of the service within other text: `key_`, an id, `_`, a secret with its checksum. */
const KEY = /key_[0-9a-z]{26}_[0-9A-Za-z]{30}/g;
/** Shorter than any key; what is this short may be part of any text. */
const VALUE_LENGTH_MIN = 8;

/** Whether a text holds an API key, or begins as one does. */
export function holdsKey(text: string): boolean {
  return /^\s*key_/.test(text) || text.search(KEY) >= 0;
}

/**
 * Text with every API key masked but for the beginning of its id.
 * @param value the key in use, whatever its form
 */
export function withoutKeys(text: string, value: string | undefined): string {
  const masked = text.replace(KEY, (key) => `${key.slice(0, 'key_'.length + 4)}…`);
  return value === undefined || value.length < VALUE_LENGTH_MIN ? masked : masked.replaceAll(value, '…');
}
