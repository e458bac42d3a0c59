import { describe, expect, it } from 'vitest';
import { updateSiteSchema } from '../../../core/sites/site-bodies.ts';
import {
  hasSameNames,
  noCookie,
  noCredentials,
  noHeader,
  toCredentials,
} from '../../../dashboard/screens/site/credentials-values.ts';

describe('the credentials that a person enters', () => {
  it('are sent as the service accepts them, without empty entries and without pasted spaces', () => {
    const credentials = toCredentials({
      username: 'preview',
      password: ' a b ',
      headers: [{ name: ' X-Token ', value: 'one\n' }, noHeader],
      cookies: [{ ...noCookie, name: 'session', value: '1', httpOnly: false }, noCookie],
    });
    expect(credentials).toEqual({
      headers: { 'X-Token': 'one' },
      cookies: [{ name: 'session', value: '1', path: '/', httpOnly: false }],
      basic: { username: 'preview', password: ' a b ' },
    });
    expect(updateSiteSchema.safeParse({ credentials }).success).toBe(true);
  });

  it('are refused by the service if nothing was entered', () => {
    const { error } = updateSiteSchema.safeParse({ credentials: toCredentials(noCredentials) });
    expect(error?.issues[0]).toMatchObject({ path: ['credentials'] });
  });

  it('have no two headers with the same name, because only one of them would be sent', () => {
    const header = { name: 'X-Token', value: '1' };
    expect(hasSameNames({ ...noCredentials, headers: [header, noHeader, noHeader] })).toBe(false);
    expect(hasSameNames({ ...noCredentials, headers: [header, { ...header, value: '2' }] })).toBe(true);
  });

  it('keep a header whose name is a member of every object', () => {
    const { headers } = toCredentials({ ...noCredentials, headers: [{ name: '__proto__', value: '1' }] });
    expect(Object.entries(headers)).toEqual([['__proto__', '1']]);
  });
});
