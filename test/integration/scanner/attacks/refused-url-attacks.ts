import type { Attack } from './run-attacks.ts';

/** Notations of hosts that some software reads as loopback; `P` is the forbidden port. */
const loopback: [string, string][] = [
  ['decimal, dotted', 'http://127.0.0.1:P/'],
  ['another address of 127/8', 'http://127.8.8.8:P/'],
  ['one decimal number', 'http://2130706433:P/'],
  ['octal', 'http://0177.0.0.01:P/'],
  ['octal, one number', 'http://017700000001:P/'],
  ['hexadecimal', 'http://0x7f.0x0.0x0.0x1:P/'],
  ['hexadecimal, one number', 'http://0x7F000001:P/'],
  ['short', 'http://127.1:P/'],
  ['short, of mixed bases', 'http://0x7f.1:P/'],
  ['the address 0', 'http://0:P/'],
  ['0.0.0.0', 'http://0.0.0.0:P/'],
  ['with a final dot', 'http://127.0.0.1.:P/'],
  ['IPv6', 'http://[::1]:P/'],
  ['IPv6, written out', 'http://[0:0:0:0:0:0:0:1]:P/'],
  ['IPv6, unspecified', 'http://[::]:P/'],
  ['IPv4-mapped', 'http://[::ffff:127.0.0.1]:P/'],
  ['IPv4-mapped, hexadecimal', 'http://[::ffff:7f00:1]:P/'],
  ['IPv4-compatible', 'http://[::127.0.0.1]:P/'],
  ['NAT64', 'http://[64:ff9b::7f00:1]:P/'],
  ['6to4', 'http://[2002:7f00:1::1]:P/'],
  ['circled digits', 'http://①②⑦.⓪.⓪.①:P/'],
  ['fullwidth digits and dots', 'http://１２７。０．０｡１:P/'],
  ['percent-encoded', 'http://%31%32%37.0.0.1:P/'],
  ['behind a user name', 'http://good.example@127.0.0.1:P/'],
  ['behind user name and password', 'http://good.example:80@127.0.0.1:P/'],
  ['with a backslash instead of a slash', 'http:\\\\127.0.0.1:P\\'],
  ['a backslash before another host', 'http://127.0.0.1:P\\@good.example/'],
  ['without slashes', 'http:127.0.0.1:P/'],
  ['with a tab and a newline within', 'http://127.0.\t0.1\n:P/'],
  ['over TLS', 'https://127.0.0.1:P/'],
  ['IPv6 over TLS', 'https://[::1]:P/'],
];

/** Known internal addresses of a cloud. */
const inside: [string, string][] = [
  ['the metadata service', 'http://169.254.169.254/latest/meta-data/iam/security-credentials/'],
  ['the metadata service in decimal', 'http://2852039166/'],
  ['the metadata service, mapped', 'http://[::ffff:a9fe:a9fe]/'],
  ['the metadata service over IPv6', 'http://[fd00:ec2::254]/latest/'],
  ['the container credentials', 'http://169.254.170.2/v2/credentials'],
  ['the runtime API of the function', 'http://127.0.0.1:9001/2018-06-01/runtime/invocation/next'],
  ['the X-Ray daemon of the function', 'http://169.254.79.129:2000/'],
  ['a private network, 10/8', 'http://10.0.0.1/'],
  ['a private network, 172.16/12', 'https://172.31.0.2/'],
  ['a private network, 192.168/16', 'http://192.168.0.1/'],
  ['carrier-grade NAT', 'http://100.100.100.200/'],
  ['a link-local address of IPv6', 'http://[fe80::1]/'],
  ['multicast', 'http://224.0.0.251/'],
  ['broadcast', 'http://255.255.255.255/'],
];

/** Texts that no browser accepts as a host. */
const nonsense: [string, string][] = [
  ['a zone id', 'http://[fe80::1%25lo]/'],
  ['a zone id of loopback', 'http://[::1%25lo]:P/'],
  ['a zone id, not encoded', 'http://[::1%lo]:P/'],
  ['an address of five parts', 'http://127.0.0.0.1:P/'],
  ['a port that wraps around', 'http://127.0.0.1:6P/'],
];

/** Names that resolve to loopback here; in a cloud such names may resolve to a private address. */
const hosts: [string, string][] = [
  ['localhost', 'http://localhost:P/'],
  ['localhost with a final dot', 'http://localhost.:P/'],
  ['LOCALHOST', 'http://LOCALHOST:P/'],
  ['a name under localhost', 'http://a.localhost:P/'],
  ['a name without a dot', 'http://intranet:P/'],
  ['a name that resolves to loopback', 'http://internal.test:P/'],
  ['the same with a final dot', 'http://internal.test.:P/'],
  ['the same in capitals', 'http://InTernaL.tEst:P/'],
  ['the same over TLS', 'https://internal.test:P/'],
  ['a name that contains an address', 'http://127.0.0.1.nip.test:P/'],
  ['a name that resolves to IPv6 loopback', 'http://six.test:P/'],
  ['a name in fullwidth letters', 'http://ｌｏｃａｌｈｏｓｔ:P/'],
  ['a name in Punycode', 'http://xn--nxasmq6b.test:P/'],
  ['a name with an underscore', 'http://a_b.test:P/'],
  ['a name after another one in the user name', 'http://www.example.com@internal.test:P/'],
  ['a name before a backslash', 'http://internal.test:P\\.www.example.com/'],
  ['the metadata service by its name', 'http://metadata.google.internal:P/'],
  ["the service's own API", 'https://own-api.execute-api.eu-central-1.amazonaws.com/'],
  ["the service's own API, dual stack and in capitals", 'https://OWN-API.execute-api.eu-central-1.api.aws/'],
  ["the service's own API at its own domain", 'https://api.example.test./'],
];

/** URLs that are refused before the browser gets them. */
const schemes = [
  'file:///etc/passwd',
  'file://127.0.0.1/etc/passwd',
  'view-source:http://127.0.0.1:P/',
  'chrome://version/',
  'chrome://crash/',
  'chrome-untrusted://print/',
  'devtools://devtools/bundled/inspector.html',
  'about:blank',
  'data:text/html,<p>x',
  'blob:http://127.0.0.1:P/0',
  'filesystem:http://127.0.0.1:P/temporary/x',
  'javascript:fetch("http://127.0.0.1:P/")',
  'ftp://127.0.0.1:P/',
  'ws://127.0.0.1:P/',
  'gopher://127.0.0.1:P/',
  'mailto:a@example.com',
].map((url): [string, string] => [url.replace('P', 'port'), url]);

const rowsOf = (kind: string, urls: [string, string][], shownBy: Attack['shownBy']) =>
  urls.map(
    ([name, url]): Attack => ({
      name: `${kind}: ${name}`,
      url: ({ forbiddenPort }) => url.replace('P', String(forbiddenPort)),
      shownBy,
      outcome: 'blocked-address',
    }),
  );

/** Forbidden URLs as the page to scan. */
export const refusedUrlAttacks: Attack[] = [
  ...rowsOf('an address', [...loopback, ...inside], 'address'),
  ...rowsOf('an address', nonsense, 'declined'),
  ...rowsOf('a name', hosts, 'address'),
  ...rowsOf('a scheme other than http and https', schemes, 'declined'),
];
