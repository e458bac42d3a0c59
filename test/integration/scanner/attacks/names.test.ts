import { fireAll } from './fire.ts';
import type { Attack } from './range.ts';

/** Names that a resolver turns into loopback here, as they may in a cloud turn into something private. */
const hosts: [string, string][] = [
  ['localhost', 'http://localhost:P/'],
  ['localhost with a final dot', 'http://localhost.:P/'],
  ['LOCALHOST', 'http://LOCALHOST:P/'],
  ['a name under localhost', 'http://a.localhost:P/'],
  ['a name without a dot', 'http://intranet:P/'],
  ['a name that resolves to loopback', 'http://internal.test:P/'],
  ['the same with a final dot', 'http://internal.test.:P/'],
  ['the same with capitals', 'http://InTernaL.tEst:P/'],
  ['the same over TLS', 'https://internal.test:P/'],
  ['a name with an address in it', 'http://127.0.0.1.nip.test:P/'],
  ['a name that resolves to IPv6 loopback', 'http://six.test:P/'],
  ['a name in fullwidth letters', 'http://ｌｏｃａｌｈｏｓｔ:P/'],
  ['a name in Punycode', 'http://xn--nxasmq6b.test:P/'],
  ['a name with an underscore', 'http://a_b.test:P/'],
  ['a name behind another in the user name', 'http://www.example.com@internal.test:P/'],
  ['a name before a backslash', 'http://internal.test:P\\.www.example.com/'],
  ['a host of the cloud that tells secrets', 'http://metadata.google.internal:P/'],
  ["the service's own API", 'https://own-api.execute-api.eu-central-1.amazonaws.com/'],
  ["the service's own API, dual stack and in capitals", 'https://OWN-API.execute-api.eu-central-1.api.aws/'],
  ["the service's own API at its own domain", 'https://api.example.test./'],
];

fireAll('a name that may not be opened, as the page to scan', [
  ...hosts.map(
    ([name, url]): Attack => ({
      name,
      url: ({ port }) => url.replace('P', String(port)),
      shownBy: 'address',
      outcome: 'blocked-address',
    }),
  ),
]);
