import { describe, expect, it } from 'vitest';
import { canGrant, type Grant } from '../../../core/access/grant.ts';
import { roleNames } from '../../../core/access/roles.ts';

describe('a principal may grant', () => {
  it('its own role and every smaller one', () => {
    const grantable = roleNames.map((own) => roleNames.filter((role) => canGrant({ role: own }, { role })));
    expect(grantable).toEqual([
      ['viewer'],
      ['viewer', 'scanner'],
      ['viewer', 'scanner', 'manager'],
      ['viewer', 'scanner', 'manager', 'admin'],
    ]);
  });

  it.each<[string[] | undefined, Grant['siteIds'], boolean]>([
    [undefined, undefined, true],
    [undefined, ['site_1'], true],
    [['site_1'], undefined, false],
    [['site_1'], ['site_1'], true],
    [['site_1'], ['site_1', 'site_2'], false],
  ])('with access to %s: %s is %s', (own, siteIds, isAllowed) => {
    const principal = { role: 'admin' as const, ...(own ? { siteIds: own } : {}) };
    expect(canGrant(principal, { role: 'viewer', siteIds })).toBe(isAllowed);
  });
});
