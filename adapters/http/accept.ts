/**
 * Returns the offered media type that an Accept header prefers (RFC 9110, 12.5.1); undefined if the header accepts
 * none. The most specific matching range sets the quality of each type. Among types of equal quality the first in
 * `offered` wins. Without a header, every type is acceptable.
 */
export function negotiateMediaType<Type extends string>(
  header: string | undefined,
  offered: readonly Type[],
): Type | undefined {
  if (header === undefined || header.trim() === '') return offered[0];
  const ranges = header.split(',').flatMap(parseRange);
  let best: { type: Type; quality: number } | undefined;
  for (const type of offered) {
    const quality = getQuality(type, ranges);
    if (quality > (best?.quality ?? 0)) best = { type, quality };
  }
  return best?.type;
}

interface MediaRange {
  type: string;
  quality: number;
}

function parseRange(text: string): MediaRange[] {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  if (!/^[^\s/]+\/[^\s/]+$/.test(type)) return [];
  const given = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  if (given === undefined) return [{ type, quality: 1 }];
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(given) ? [{ type, quality: Number(given) }] : [];
}

function getQuality(type: string, ranges: MediaRange[]): number {
  const [group] = type.split('/');
  for (const range of [type, `${group}/*`, '*/*']) {
    const matching = ranges.filter((candidate) => candidate.type === range);
    if (matching.length > 0) return Math.max(...matching.map(({ quality }) => quality));
  }
  return 0;
}
