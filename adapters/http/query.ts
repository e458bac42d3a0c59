/** The two maps in which API Gateway passes the query. The second one is complete if it is present. */
interface QueryMaps {
  queryStringParameters?: Record<string, string | undefined> | null;
  multiValueQueryStringParameters?: Record<string, string[] | undefined> | null;
}

/** Returns the names in the query of a request. */
export function listQueryNames(event: QueryMaps): string[] {
  return Object.keys({ ...event.queryStringParameters, ...event.multiValueQueryStringParameters });
}

/** Returns all values of a parameter of the query; an empty list if it was not sent. */
export function listQueryValues(event: QueryMaps, name: string): string[] {
  const { queryStringParameters: single, multiValueQueryStringParameters: many } = event;
  if (many && Object.hasOwn(many, name)) return many[name] ?? [];
  const value = single && Object.hasOwn(single, name) ? single[name] : undefined;
  return value === undefined ? [] : [value];
}
