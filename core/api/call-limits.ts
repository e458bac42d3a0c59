/** How long an Idempotency-Key refers to the scan that it started, in hours. */
export const IDEMPOTENCY_HOURS = 24;

/** The largest request body, in bytes of UTF-8. */
export const BODY_BYTES_MAX = 256 * 1024;
