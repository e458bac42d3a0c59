/** The two maps in which API Gateway passes headers. The second one is complete if it is present. */
interface HeaderMaps {
  headers?: Record<string, string | undefined> | null;
  multiValueHeaders?: Record<string, string[] | undefined> | null;
}

/** Returns all values of a request header, ignoring the case of its name; an empty list if the header was not sent. */
export function getHeaderValues(event: HeaderMaps, name: string): string[] {
  const wanted = name.toLowerCase();
  const many = Object.entries(event.multiValueHeaders ?? {}).filter(([key]) => key.toLowerCase() === wanted);
  if (many.length > 0) return many.flatMap(([, values]) => values ?? []);
  return Object.entries(event.headers ?? {})
    .filter(([key]) => key.toLowerCase() === wanted)
    .flatMap(([, value]) => (value === undefined ? [] : [value]));
}

/** Returns the values of a header joined with commas (RFC 9110, 5.3); undefined if the header was not sent. */
export function joinHeaderValues(event: HeaderMaps, name: string): string | undefined {
  const values = getHeaderValues(event, name);
  return values.length === 0 ? undefined : values.join(', ');
}
