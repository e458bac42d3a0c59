import { describe, expect, it } from 'vitest';
import {
  canAccessSite,
  getCallRefusal,
  type Principal,
  type PrincipalKind,
} from '../../../core/access/principal.ts';
import type { Role } from '../../../core/access/roles.ts';
import { endpoints } from '../../../core/api/endpoints.ts';
import { getActorId, getActorKeyId, getActorPersonId, toActor } from '../../../core/audit/audit-entry.ts';
import { keyPrincipal, memberPrincipal, personPrincipal } from '../../support/fixtures.ts';

const role = (name: Role) => ({ accountId: 'acct_1', role: name });
const key = (name: Role): Principal => keyPrincipal({ role: name });
const member = (name: Role): Principal => memberPrincipal({ role: name });
const schedule = (name: Role): Principal => ({ ...role(name), kind: 'schedule', scheduleId: 'schedule_1' });

describe('a principal', () => {
  it.each([key, member, schedule])('may call an operation that its kind and its role allow', (of) => {
    const principals: PrincipalKind[] = ['key', 'member', 'schedule'];
    expect(getCallRefusal(of('scanner'), { principals, permission: 'scans:trigger' })).toBeNull();
    expect(getCallRefusal(of('viewer'), { principals, permission: 'scans:trigger' })).toEqual({
      code: 'role-too-small',
      detail: expect.stringContaining(
        ', viewer, may not trigger scans. Roles that may: scanner, manager, admin.',
      ),
    });
  });

  it('may not call an operation of other kinds of principal, even if its role allows it', () => {
    const requirement = { principals: ['member'] as const, permission: 'keys:manage' as const };
    expect(getCallRefusal(key('admin'), requirement)?.code).toBe('people-only');
    expect(getCallRefusal(schedule('admin'), requirement)?.code).toBe('people-only');
    expect(getCallRefusal(member('admin'), requirement)).toBeNull();
  });

  it('may make the calls for persons only if it is a person, with or without an account', () => {
    const requirement = { principals: ['person'] as const, permission: null };
    expect(getCallRefusal(personPrincipal(), requirement)).toBeNull();
    expect(getCallRefusal(member('viewer'), requirement)).toBeNull();
    for (const of of [key, schedule])
      expect(getCallRefusal(of('admin'), requirement)?.code).toBe('people-only');
  });

  it('must name an account for the calls that concern one', () => {
    const requirement = { principals: ['key', 'member'] as const, permission: 'sites:read' as const };
    expect(getCallRefusal(personPrincipal(), requirement)?.code).toBe('account-missing');
  });

  it('may access every site of its account unless it is limited to some sites', () => {
    expect(canAccessSite(schedule('viewer'), 'site_1')).toBe(true);
    expect(canAccessSite({ ...schedule('viewer'), siteIds: ['site_1'] }, 'site_1')).toBe(true);
    expect(canAccessSite({ ...schedule('viewer'), siteIds: ['site_2'] }, 'site_1')).toBe(false);
  });

  it('is recorded with its id, and with its address if it has one', () => {
    expect([key, member, schedule].map((of) => getActorId(of('admin')))).toEqual([
      'apikey_1',
      'person_1',
      'schedule_1',
    ]);
    expect(toActor(member('admin'), 'r')).toEqual({
      accountId: 'acct_1',
      actor: 'person_1',
      sourceIp: '192.0.2.9',
      requestId: 'r',
    });
    expect(toActor(schedule('admin'), 'r')).toEqual({
      accountId: 'acct_1',
      actor: 'schedule_1',
      requestId: 'r',
    });
  });

  it('has its usage counted if it is a key or a person who signed in', () => {
    expect(getActorKeyId('apikey_1')).toBe('apikey_1');
    expect(getActorPersonId('person_1')).toBe('person_1');
    for (const actor of ['schedule_1', 'person:ann', 'service']) {
      expect(getActorKeyId(actor)).toBeUndefined();
      expect(getActorPersonId(actor)).toBeUndefined();
    }
  });
});

describe('the operations of the API', () => {
  it('state which kinds of principal may call them; only a few allow calls without a principal', () => {
    const open = endpoints.filter(({ principals }) => principals.length === 0);
    expect(open.map(({ operationId }) => operationId)).toEqual([
      // These need the token of a shared report.
      'get-shared-report',
      'list-shared-groups',
      'list-shared-findings',
      'list-shared-pages',
      'get-shared-picture',
      'begin-sign-in',
      'finish-sign-in',
      'sign-out',
      // This needs the token of a mail.
      'open-unsubscribe',
      'unsubscribe',
      'get-openapi',
      'get-health',
    ]);
    for (const { permission, principals } of endpoints)
      expect(permission === null).toBe(principals.length === 0 || principals.join() === 'person');
  });
});
