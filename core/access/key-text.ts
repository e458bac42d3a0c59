/** The request header that carries the value of a key. */
export const API_KEY_HEADER = 'X-API-Key';

/** The response header with the time at which the key value of the request expires. */
export const KEY_EXPIRES_HEADER = 'X-API-Key-Expires';

/** Matches values of API keys within other text: `key_`, an id, `_`, a secret with its checksum. See `formatApiKey`. */
export const API_KEY_PATTERN = /key_[0-9a-z]{26}_[0-9A-Za-z]{30}/g;

/** Returns the part of a key's value that is not secret: `key_<id>_…`. It shows which key a value belongs to. */
export function formatKeyPrefix(keyId: string): string {
  return `key_${keyId.slice('apikey_'.length)}_…`;
}
