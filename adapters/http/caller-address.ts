import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { getHeaderValues } from './headers.ts';

/** The header in which CloudFront names the address of the viewer. */
const VIEWER_ADDRESS_HEADER = 'X-Viewer-Address';

/** The header with which CloudFront proves that the request came through it. */
const ORIGIN_SECRET_HEADER = 'X-Origin-Secret';

/** The part of an event of API Gateway with the address of the caller. */
type AddressedEvent = Parameters<typeof getHeaderValues>[0] & {
  requestContext: { identity: { sourceIp: string } };
};

/**
 * Returns the address that a call came from: the viewer of CloudFront if the request proves that it came through
 * CloudFront, else the address that API Gateway saw.
 * @param originSecret the secret that only CloudFront and the functions know; an empty string believes no request
 */
export function getCallerAddress(event: AddressedEvent, originSecret: string): string {
  const seen = event.requestContext.identity.sourceIp;
  const [address, ...otherAddresses] = getHeaderValues(event, VIEWER_ADDRESS_HEADER);
  const [secret, ...otherSecrets] = getHeaderValues(event, ORIGIN_SECRET_HEADER);
  if (address === undefined || secret === undefined || otherAddresses.length + otherSecrets.length > 0)
    return seen;
  const isFromOrigin = originSecret !== '' && isSameText(secret, originSecret);
  return isFromOrigin && isIP(address) !== 0 ? address : seen;
}

/** Compares two texts in a time that does not depend on where they differ. */
function isSameText(a: string, b: string): boolean {
  const [first, second] = [a, b].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(first as Buffer, second as Buffer);
}
