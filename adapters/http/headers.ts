/** The two forms in which the gateway hands over headers; the second is complete where it is present. */
interface HeaderMaps {
  headers?: Record<string, string | undefined> | null;
  multiValueHeaders?: Record<string, string[] | undefined> | null;
}

/** Every value of a request header, whatever the case of its name; an empty list when it was not sent. */
export function getHeaderValues(event: HeaderMaps, name: string): string[] {
  const wanted = name.toLowerCase();
  const many = Object.entries(event.multiValueHeaders ?? {}).filter(([key]) => key.toLowerCase() === wanted);
  if (many.length > 0) return many.flatMap(([, values]) => values ?? []);
  return Object.entries(event.headers ?? {})
    .filter(([key]) => key.toLowerCase() === wanted)
    .flatMap(([, value]) => (value === undefined ? [] : [value]));
}

/** The header's values as one list, as HTTP joins them; undefined when it was not sent. */
export function joinHeaderValues(event: HeaderMaps, name: string): string | undefined {
  const values = getHeaderValues(event, name);
  return values.length === 0 ? undefined : values.join(', ');
}
