/** How long an Idempotency-Key refers to the scan that it started, in hours. */
export const IDEMPOTENCY_HOURS = 24;

/** The largest request body, in bytes of UTF-8. */
export const BODY_BYTES_MAX = 256 * 1024;

/**
 * Distinct wrong keys that one environment of the authorizer checks per minute and source, and refusals that it records
 * per minute, source and reason. A source is an IPv4 address or an IPv6 network of 64 bits.
 */
export const WRONG_KEYS_PER_MINUTE = 20;

/** The same for all sources in an IPv6 network of 48 bits together. */
export const WRONG_KEYS_PER_NETWORK = 100;

/** The same for one API key, from any source. */
export const WRONG_KEYS_PER_KEY = 200;

/** Calls with the right token of a shared report that one environment answers per minute and source. */
export const SHARED_CALLS_PER_MINUTE = 300;

/** The same for all sources in an IPv6 network of 48 bits together. */
export const SHARED_CALLS_PER_NETWORK = 1_000;

/** The same for one shared report, from any source. */
export const SHARED_CALLS_PER_REPORT = 1_000;
