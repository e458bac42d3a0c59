/** The name under which robots.txt may speak to us: the product token of RFC 9309 section 2.2.1. */
export const PRODUCT_TOKEN = 'a11y-scan-service';

/** Product and version, the last word of every user agent of ours. */
export const PRODUCT = `${PRODUCT_TOKEN}/1`;

/** What requests without a browser say of themselves: robots.txt and sitemaps are read so. */
export const PLAIN_USER_AGENT = `Mozilla/5.0 (compatible; ${PRODUCT})`;
