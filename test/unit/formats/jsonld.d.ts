/** The part of the package that the tests use; the package has no types. */
declare module 'jsonld' {
  const jsonld: { expand(document: object): Promise<Record<string, unknown>[]> };
  export default jsonld;
}
