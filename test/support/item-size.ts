/**
 * Returns the size of an item in bytes, as DynamoDB counts it; a number counts with its maximum size.
 * Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
 */
export function itemSize(item: object): number {
  return Object.entries(item).reduce(
    (sum, [name, value]) => sum + (value === undefined ? 0 : Buffer.byteLength(name) + valueSize(value)),
    0,
  );
}

function valueSize(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  // One byte for each two digits, and one more.
  if (typeof value === 'number') return Math.ceil(String(value).length / 2) + 1;
  if (value instanceof Uint8Array) return value.byteLength;
  if (value === null || typeof value === 'boolean') return 1;
  if (value instanceof Set) return [...value].reduce<number>((sum, each) => sum + valueSize(each), 3);
  const members = Array.isArray(value) ? value.map(valueSize) : [itemSize(value as object)];
  const count = Array.isArray(value) ? value.length : Object.keys(value as object).length;
  return 3 + count + members.reduce((sum, size) => sum + size, 0);
}
