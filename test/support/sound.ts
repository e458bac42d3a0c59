/** Returns a sound with a tone, as a WAV file of 8,000 bytes per second. */
export function buildTone(seconds: number): Buffer {
  const rate = 8_000;
  const size = rate * seconds;
  const file = Buffer.alloc(44 + size);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + size, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate, 28);
  file.writeUInt16LE(1, 32);
  file.writeUInt16LE(8, 34);
  file.write('data', 36);
  file.writeUInt32LE(size, 40);
  for (let at = 0; at < size; at += 1) file[44 + at] = 128 + Math.round(100 * Math.sin(at / 3));
  return file;
}
