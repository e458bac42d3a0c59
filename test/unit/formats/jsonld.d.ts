/** What the tests use of the package, which has no types of its own. */
declare module 'jsonld' {
  const jsonld: { expand(document: object): Promise<Record<string, unknown>[]> };
  export default jsonld;
}
