import type { Service } from '../template/service.ts';

/** Returns a function that replaces the API's URL on AWS by its URL on this machine, anywhere in a value. */
export function createUrlReplacer(service: Service, port: number) {
  const deployed = new RegExp(`https://${service.api?.id}\\.execute-api\\.[a-z0-9-]+\\.[a-z.]+?(?=/|$)`, 'g');
  return (values: Record<string, string>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        service.api ? value.replaceAll(deployed, `http://localhost:${port}`) : value,
      ]),
    );
}
