import { connectionAttacks } from './connection-attacks.ts';
import { navigationAttacks } from './navigation-attacks.ts';
import { redirectAttacks } from './redirect-attacks.ts';
import { refusedUrlAttacks } from './refused-url-attacks.ts';
import type { Attack } from './run-attacks.ts';
import { subresourceAttacks } from './subresource-attacks.ts';
import { testAttacks } from './test-attacks.ts';

/** Attacks that cannot share a page: they change the addresses of other attacks, or declare the same name. */
const alone = [
  ...pick(subresourceAttacks, 'a base address'),
  ...pick(redirectAttacks, 'of XMLHttpRequest, 307'),
];

/** Returns the attacks of a list that can share one page. */
function listJoinable(attacks: Attack[]): Attack[] {
  return attacks.filter(
    (attack) =>
      !alone.includes(attack) &&
      [attack.url, attack.answer, attack.head].every((each) => each === undefined) &&
      attack.outcome !== 'blocked-address',
  );
}

/** Returns the attacks whose names match. */
function pickAll(attacks: Attack[], pattern: RegExp): Attack[] {
  const found = attacks.filter(({ name }) => pattern.test(name));
  if (found.length === 0) throw new Error(`There is no attack ${pattern}`);
  return found;
}

function pick(attacks: Attack[], ...names: string[]): Attack[] {
  return names.map((name) => {
    const attack = attacks.find((each) => each.name === name);
    if (attack === undefined) throw new Error(`There is no attack ${name}`);
    return attack;
  });
}

/** Each attack on a page of its own, and all of them, is in the files of the themes (`*.all.test.ts`). */
testAttacks('an attack', [
  listJoinable(subresourceAttacks),
  // Each call from a page, and one call from everywhere else.
  [
    ...pickAll(connectionAttacks, /, from a page$/),
    ...pickAll(connectionAttacks, /^fetch, from (?!a page$)/),
  ],
  listJoinable(redirectAttacks),
  pick(
    navigationAttacks,
    'a frame of a file URL',
    'a fetch of a file',
    'an image with a file URL',
    'a worker from a file',
  ),
  pick(
    navigationAttacks,
    'a link in its own frame',
    'a data URL in a frame',
    'a blob in a frame',
    'a frame of a script URL',
  ),
  ...pick(
    navigationAttacks,
    'a script that navigates to a file',
    'window.open',
    'a link with a download attribute',
  ),
  ...pick(subresourceAttacks, 'hints in headers', 'early hints'),
  ...pick(
    redirectAttacks,
    'of the page, 302',
    'of the page, to an address in decimal',
    'meta refresh',
    'location.href',
    'a frame that navigates the page',
  ),
  ...pick(
    refusedUrlAttacks,
    'an address: one decimal number',
    'an address: IPv4-mapped, hexadecimal',
    'an address: the metadata service',
    'an address: a zone id',
    'a name: a name that resolves to loopback',
    'a name: a name that resolves to IPv6 loopback',
    "a name: the service's own API",
    "a name: the service's own API at its own domain",
    'a scheme other than http and https: file:///etc/passwd',
    'a scheme other than http and https: view-source:http://127.0.0.1:port/',
  ),
]);
