import dns, { type LookupOptions } from 'node:dns';
import { vi } from 'vitest';

/**
 * Has this process resolve names below `localhost` to this machine, as browsers do. Not every system does.
 * @returns a function that ends it
 */
export function resolveLocalhost(): () => void {
  const { lookup } = dns;
  type Lookup = (host: string, options: LookupOptions, done: () => void) => void;
  const replaced = (host: string, options: LookupOptions, done: () => void) =>
    (lookup as Lookup)(host.endsWith('.localhost') ? '127.0.0.1' : host, options, done);
  const spy = vi.spyOn(dns, 'lookup').mockImplementation(replaced as typeof lookup);
  return () => spy.mockRestore();
}
