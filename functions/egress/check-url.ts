import { urlFault } from '../../scanner/egress/url-fault.ts';
import { egressPolicy } from './egress-policy.ts';

/** Returns the check of URLs that a function's environment asks for: why no scan may ever open one, or null. */
export function checkUrl(env: Parameters<typeof egressPolicy>[0]): (url: string) => string | null {
  const policy = egressPolicy(env);
  return (url) => urlFault(url, policy);
}
