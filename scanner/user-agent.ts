/** The product token (RFC 9309 section 2.2.1): the name that a robots.txt uses for this scanner. */
export const PRODUCT_TOKEN = 'a11y-scan-service';

/** Product and version: the last part of each user agent that the scanner sends. */
export const PRODUCT = `${PRODUCT_TOKEN}/1`;

/** User agent of requests that no browser sends: those for robots.txt and sitemaps. */
export const PLAIN_USER_AGENT = `Mozilla/5.0 (compatible; ${PRODUCT})`;
