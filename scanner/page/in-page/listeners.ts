/** A listener of an event, as the browser knows it. */
export interface ListenerFact {
  /** Name of the event. */
  type: string;
  /** Source text of the function, cut. A library may have wrapped the function of the page. */
  source: string;
}

/** The listeners of a document, in the scanner's world. */
export interface ListenersWorld {
  /** By element; those of the document and the window have these as keys. Missing if they were not read. */
  a11yListeners?: Map<object, ListenerFact[]>;
}

/** Runs in a document: stores the listeners of objects. @param facts one list for each object */
export function storeListeners(objects: object[], facts: ListenerFact[][]): void {
  const world = globalThis as unknown as ListenersWorld;
  world.a11yListeners ??= new Map();
  for (const [index, object] of objects.entries()) world.a11yListeners.set(object, facts[index] ?? []);
}
