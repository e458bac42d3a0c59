/** The request header that carries the value of a key. */
export const API_KEY_HEADER = 'X-API-Key';

/** The header of an answer that says when the value that was sent stops working. */
export const KEY_EXPIRES_HEADER = 'X-API-Key-Expires';

/** Finds values of API keys within other text: `key_`, an id, `_`, a secret with its checksum. See `formatApiKey`. */
export const API_KEY_PATTERN = /key_[0-9a-z]{26}_[0-9A-Za-z]{30}/g;
