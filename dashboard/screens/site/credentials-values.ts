import type { ChangedSite } from '../../api/types.ts';

/** The credentials of a site as a person enters them. They must not be stored in the browser. */
interface CredentialsValues {
  username: string;
  password: string;
  headers: readonly HeaderValues[];
  cookies: readonly CookieValues[];
}
export interface HeaderValues {
  name: string;
  value: string;
}
export interface CookieValues extends HeaderValues {
  path: string;
  httpOnly: boolean;
}

export const noHeader: HeaderValues = { name: '', value: '' };
export const noCookie: CookieValues = { name: '', value: '', path: '/', httpOnly: true };
export const noCredentials: CredentialsValues = { username: '', password: '', headers: [], cookies: [] };

/** Returns the credentials as the service accepts them, without entries that are empty. */
export function toCredentials(values: CredentialsValues): NonNullable<ChangedSite['credentials']> {
  const { username, password } = values;
  return {
    headers: Object.fromEntries(listNamed(values.headers).map(({ name, value }) => [name, value])),
    cookies: listNamed(values.cookies),
    basic: username === '' && password === '' ? null : { username, password },
  };
}

/** True if two headers have the same name. An object of headers would silently keep only one of them. */
export function hasSameNames({ headers }: CredentialsValues): boolean {
  const names = listNamed(headers).map(({ name }) => name);
  return new Set(names).size < names.length;
}

/** Returns the entries without spaces around names and values, which pasted texts often have. */
function listNamed<Row extends HeaderValues>(rows: readonly Row[]): Row[] {
  return rows
    .map((row) => ({ ...row, name: row.name.trim(), value: row.value.trim() }))
    .filter(({ name, value }) => name !== '' || value !== '');
}
