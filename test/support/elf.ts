const MAGIC = 0x7f454c46;
const segmentTypes = { load: 1, dynamic: 2 };
const tags = { end: 0, needed: 1, strings: 5 };

/**
 * Returns the names of the shared libraries that a 64-bit ELF file needs (`DT_NEEDED`); undefined for other files.
 * Source: https://refspecs.linuxfoundation.org/elf/gabi4+/ch5.dynamic.html
 */
export function readNeededLibraries(file: Buffer): string[] | undefined {
  if (file.length < 64 || file.readUInt32BE(0) !== MAGIC) return undefined;
  const at = (offset: number) => Number(file.readBigUInt64LE(offset));
  const [start, size, count] = [at(32), file.readUInt16LE(54), file.readUInt16LE(56)];
  const segments = Array.from({ length: count }, (_, index) => {
    const header = start + index * size;
    return {
      type: file.readUInt32LE(header),
      offset: at(header + 8),
      address: at(header + 16),
      length: at(header + 32),
    };
  });
  const dynamic = segments.find(({ type }) => type === segmentTypes.dynamic);
  if (dynamic === undefined) return [];
  const entries: { tag: number; value: number }[] = [];
  for (let entry = dynamic.offset; entry < dynamic.offset + dynamic.length; entry += 16) {
    const tag = at(entry);
    if (tag === tags.end) break;
    entries.push({ tag, value: at(entry + 8) });
  }
  const address = entries.find(({ tag }) => tag === tags.strings)?.value ?? 0;
  const holder = segments.find(
    (each) =>
      each.type === segmentTypes.load && address >= each.address && address < each.address + each.length,
  );
  const strings = address - (holder?.address ?? 0) + (holder?.offset ?? 0);
  return entries
    .filter(({ tag }) => tag === tags.needed)
    .map(({ value }) => file.toString('latin1', strings + value, file.indexOf(0, strings + value)));
}
