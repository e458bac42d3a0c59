import { z } from 'zod';
import { type Credentials, canHoldCredentials } from './credentials.ts';
import { getHeaderRefusal, TOKEN } from './header-names.ts';

export const HEADERS_MAX = 20;
const COOKIES_MAX = 50;
/** Maximum size of the credentials as JSON, in UTF-8 bytes. */
export const CREDENTIALS_BYTES_MAX = 16 * 1024;
/**
 * Maximum length of a cookie's name and value together, in bytes. Browsers ignore longer cookies (RFC 6265bis, section
 * 5.7).
 */
const COOKIE_BYTES_MAX = 4_096;
const COOKIE_PATH_MAX = 200;
const USERNAME_MAX = 256;
const PASSWORD_MAX = 1_024;

/** Visible ASCII with spaces between; it cannot contain CR, LF or NUL. */
const HEADER_VALUE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;
/** `cookie-value` of RFC 6265, section 4.1.1. */
const COOKIE_VALUE =
  /^(?:[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*|"[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*")$/;
const COOKIE_PATH = /^\/[\x21-\x3a\x3c-\x7e]*$/;
const CONTROL = /\p{Cc}/u;

// No message here repeats what was given, because a response may be logged, and a wrong value may be a secret.
const headersSchema = z.record(z.string(), z.string()).meta({
  description: `Headers by name: at most ${HEADERS_MAX}. Names are tokens of RFC 9110, unique regardless of letter case. Values are visible ASCII characters, with spaces only between them. Names that the browser or the connection sets, such as \`Host\` and \`Cookie\`, are refused.`,
  example: { 'X-Preview-Token': 'a-token-of-the-site' },
});

const cookieSchema = z.strictObject({
  name: z
    .string()
    .regex(TOKEN, "must be a token of RFC 9110: letters, digits and any of !#$%&'*+-.^_`|~")
    .meta({ description: 'A token of RFC 9110.', example: 'preview' }),
  value: z
    .string()
    .regex(COOKIE_VALUE, 'must be a cookie value of RFC 6265: visible ASCII without spaces, commas, ; and \\')
    .meta({
      description: `Visible ASCII without spaces, commas, \`;\` and \`\\\`; at most ${COOKIE_BYTES_MAX} characters together with the name.`,
      example: 'a-value-of-the-site',
    }),
  path: z
    .string()
    .max(COOKIE_PATH_MAX)
    .regex(COOKIE_PATH, 'must be a path that begins with / and has neither spaces nor ;')
    .default('/')
    .meta({ description: 'The cookie is sent to this path and the paths below it.', example: '/' }),
  httpOnly: z.boolean().default(true).meta({
    description:
      'Whether scripts of pages cannot read the cookie; false for a cookie that they must read, such as a consent cookie.',
    example: true,
  }),
});

const basicSchema = z.strictObject({
  username: z
    .string()
    .min(1, 'must not be empty')
    .max(USERNAME_MAX)
    .refine((text) => !text.includes(':'), 'must not have a colon (RFC 7617)')
    .refine((text) => !CONTROL.test(text) && text.isWellFormed(), 'must not have control characters')
    .meta({ description: 'The user name, without colons and control characters.', example: 'preview' }),
  password: z
    .string()
    .max(PASSWORD_MAX)
    .refine((text) => !CONTROL.test(text) && text.isWellFormed(), 'must not have control characters')
    .meta({ description: 'The password, without control characters.', example: 'a-password-of-the-site' }),
});

/** The member `credentials` of a request body. */
export const credentialsSchema = z
  .strictObject({
    headers: headersSchema.default({}),
    cookies: z.array(cookieSchema).max(COOKIES_MAX).default([]).meta({
      description:
        'Cookies. They are sent only to the host, scheme and port of `url`, by the cookie rules of browsers.',
    }),
    basic: basicSchema
      .nullable()
      .default(null)
      .meta({ description: 'HTTP basic authentication (RFC 7617).' }),
  })
  .superRefine((given, context) => {
    const { headers = {}, cookies = [], basic = null } = given;
    const fault = (path: PropertyKey[], message: string) =>
      context.addIssue({ code: 'custom', path, message });
    const names = Object.keys(headers);
    if (names.length > HEADERS_MAX) fault(['headers'], `must have at most ${HEADERS_MAX} entries`);
    for (const { name, message } of listHeaderFaults(headers, basic !== null)) {
      fault(name === undefined ? ['headers'] : ['headers', name], message);
    }
    for (const { index, member, message } of listCookieFaults(cookies)) {
      fault(['cookies', index, ...(member === undefined ? [] : [member])], message);
    }
    if (names.length === 0 && cookies.length === 0 && basic === null) {
      fault([], 'must have at least one of headers, cookies, basic; null removes credentials');
    }
    if (new TextEncoder().encode(JSON.stringify(given)).length > CREDENTIALS_BYTES_MAX) {
      fault([], `must be at most ${CREDENTIALS_BYTES_MAX} bytes as JSON`);
    }
  })
  .meta({
    id: 'Credentials',
    description:
      'Headers, cookies or basic authentication that give access to a protected site. They can be set and removed but never read, and are sent only to the origin of `url`.',
  });
export type GivenCredentials = z.output<typeof credentialsSchema>;

/** The member `credentials` of a body; null if the site has none. */
export const credentialsMemberSchema = credentialsSchema.nullable();

type NamedFault = { name?: string; message: string };

function listHeaderFaults(headers: Record<string, string>, basic: boolean): NamedFault[] {
  const faults: NamedFault[] = [];
  const seen = new Set<string>();
  for (const [name, value] of Object.entries(headers).slice(0, HEADERS_MAX)) {
    const lower = name.toLowerCase();
    if (!TOKEN.test(name)) {
      // Do not repeat the name: it may be a whole header, including its value.
      faults.push({
        message: "has a name that is not a token of RFC 9110: letters, digits and any of !#$%&'*+-.^_`|~",
      });
      continue;
    }
    const refused = getHeaderRefusal(name);
    if (refused !== null) faults.push({ name, message: refused });
    else if (basic && lower === 'authorization') {
      faults.push({ name, message: 'cannot be set together with basic, which is sent in this header' });
    } else if (seen.has(lower))
      faults.push({ name, message: 'is given twice; letter case does not distinguish names' });
    else if (!HEADER_VALUE.test(value)) {
      faults.push({
        name,
        message: 'must have a value of visible ASCII characters, with spaces only between them',
      });
    }
    seen.add(lower);
  }
  return faults;
}

function listCookieFaults(
  cookies: readonly z.output<typeof cookieSchema>[],
): { index: number; member?: 'path' | 'value'; message: string }[] {
  const seen = new Set<string>();
  return cookies.flatMap(({ name, value, path }, index) => {
    const key = `${name};${path}`;
    if (seen.has(key)) return [{ index, message: 'has the same name and path as an earlier cookie' }];
    seen.add(key);
    if (name.length + value.length > COOKIE_BYTES_MAX) {
      const message = `must be at most ${COOKIE_BYTES_MAX} characters together with the name`;
      return [{ index, member: 'value' as const, message }];
    }
    return /^__host-/i.test(name) && path !== '/'
      ? [{ index, member: 'path' as const, message: 'must be / for a cookie whose name begins with __Host-' }]
      : [];
  });
}

/** Returns why a site cannot have these credentials, with paths below `credentials`; empty if it can. */
export function findCredentialsFaults(
  given: GivenCredentials,
  url: string,
): { path: (string | number)[]; message: string }[] {
  if (!canHoldCredentials(url)) {
    return [{ path: [], message: 'can be set only for a site whose url is https, or http on loopback' }];
  }
  if (new URL(url).protocol === 'https:') return [];
  return given.cookies.flatMap(({ name }, index) =>
    /^__(?:host|secure|http|host-http)-/i.test(name)
      ? [{ path: ['cookies', index, 'name'], message: 'has a prefix that browsers accept only over https' }]
      : [],
  );
}

/** Returns the credentials for a site's URL, ready for sealing. */
export function toCredentials(given: GivenCredentials, url: string): Credentials {
  const { headers, cookies, basic } = given;
  return { origin: new URL(url).origin, headers, cookies, basic };
}
