/** Reversed polynomial of CRC-32 (ISO 3309, the one of zip and PNG). */
const POLYNOMIAL = 0xedb88320;

/** CRC-32 of an ASCII text, as an unsigned 32-bit number. */
export function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let i = 0; i < text.length; i++) {
    crc ^= text.charCodeAt(i);
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
