import { generateKeyPairSync, sign } from 'node:crypto';

/** Object identifiers as DER (X.690): ecdsa-with-SHA256 (RFC 5758) and commonName (X.520). */
const ecdsaWithSha256Oid = Buffer.from('06082a8648ce3d040302', 'hex');
const commonNameOid = Buffer.from('0603550403', 'hex');
/** Extensions and access methods of RFC 5280: authorityInfoAccess, cRLDistributionPoints, caIssuers, ocsp. */
const authorityInfoAccessOid = Buffer.from('06082b06010505070101', 'hex');
const crlDistributionPointsOid = Buffer.from('0603551d1f', 'hex');
const caIssuersOid = Buffer.from('06082b06010505073002', 'hex');
const ocspOid = Buffer.from('06082b06010505073001', 'hex');
const DAY_MS = 86_400_000;

/**
 * Returns a self-signed certificate for a host name, valid from yesterday until tomorrow unless set otherwise.
 * @param authority the issuer that the certificate claims, and the URL where it claims to publish its own certificate,
 * the revocation status of this one, and the revocation list
 */
export function selfSigned(
  hostName: string,
  authority?: { issuedBy: string; at: string },
  valid = { from: Date.now() - DAY_MS, to: Date.now() + DAY_MS },
): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = der(0x30, ecdsaWithSha256Oid);
  const name = distinguishedName(hostName);
  const issuer = authority === undefined ? name : distinguishedName(authority.issuedBy);
  const extensions = authority === undefined ? [] : [der(0xa3, der(0x30, ...pointers(authority.at)))];
  const version = der(0xa0, der(0x02, Buffer.from([2])));
  const serial = der(0x02, Buffer.from([1]));
  const validity = der(0x30, time(valid.from), time(valid.to));
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const parts = [version, serial, algorithm, issuer, validity, name, spki, ...extensions];
  const toBeSigned = der(0x30, ...parts);
  const signature = der(0x03, Buffer.from([0]), sign('sha256', toBeSigned, privateKey));
  const cert = der(0x30, toBeSigned, algorithm, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${cert.match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}

function distinguishedName(commonName: string): Buffer {
  return der(0x30, der(0x31, der(0x30, commonNameOid, der(0x0c, Buffer.from(commonName)))));
}

/** Returns the extensions that point to a URL. */
function pointers(url: string): Buffer[] {
  const location = der(0x86, Buffer.from(url));
  const access = der(0x30, der(0x30, caIssuersOid, location), der(0x30, ocspOid, location));
  const lists = der(0x30, der(0x30, der(0xa0, der(0xa0, location))));
  return [
    der(0x30, authorityInfoAccessOid, der(0x04, access)),
    der(0x30, crlDistributionPointsOid, der(0x04, lists)),
  ];
}

function time(at: number): Buffer {
  return der(0x17, Buffer.from(`${new Date(at).toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`));
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
