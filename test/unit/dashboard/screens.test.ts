import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findPermission } from '../../../dashboard/shell/settings-screens.ts';
import { accounts } from '../../support/dashboard/fake-data.ts';
import { listCases, screens } from '../../support/dashboard/screens.ts';
import { allPairs, pairsOf } from '../../support/pairwise.ts';

const root = join(import.meta.dirname, '..', '..', '..');

describe('the screens under Settings', () => {
  it.each([
    ['/settings/api-keys', 'keys:manage'],
    ['/settings/api-keys/:keyId/value', 'keys:manage'],
    ['/settings/members/invite', 'members:manage'],
    ['/settings/alerts/new', 'alerts:manage'],
    ['/settings/webhooks/:webhookId/secret', 'webhooks:manage'],
    ['/settings/usage', 'usage:read'],
    ['/settings/audit', 'audit:read'],
    ['/settings/shared-reports', 'reports:share'],
    ['/settings/account', undefined],
    ['/settings/notifications', undefined],
    ['/settings/sessions', undefined],
    ['/sites/new', 'sites:write'],
    ['/sites/:siteId', undefined],
    ['/', undefined],
    ['/settings/usage-of-others', undefined],
  ])('need the permission of the list: %s', (path, permission) => {
    expect(findPermission(path)).toBe(permission);
  });
});

describe('the scans of the dashboard', () => {
  const cases = listCases().map(({ screen, theme, width, state }) => ({
    screen: screen.name,
    theme,
    width: String(width),
    state,
  }));

  it('are at most 200, so that the tests stay fast', () => {
    expect(cases.length).toBeLessThanOrEqual(200);
  });

  it('include each screen', () => {
    expect(new Set(cases.map(({ screen }) => screen))).toEqual(new Set(screens.map(({ name }) => name)));
  });

  it('include each pair of theme, width and state on the screens with states', () => {
    const full = screens.filter(({ isFull }) => isFull).map(({ name }) => name);
    const names = screens.filter(({ hasStates, isFull }) => hasStates && !isFull).map(({ name }) => name);
    const rows = cases.filter(({ screen }) => names.includes(screen));
    const covered = new Set(rows.flatMap(pairsOf));
    const factors = {
      screen: names,
      theme: ['light', 'dark', 'forced'],
      width: ['320', '1280'],
      state: ['full', 'empty', 'error'],
    };
    expect([...allPairs(factors)].filter((pair) => !covered.has(pair))).toEqual([]);
    for (const name of full) expect(cases.filter(({ screen }) => screen === name)).toHaveLength(18);
  });

  it('include every route', () => {
    const source = readFileSync(join(root, 'dashboard/shell/routes.tsx'), 'utf8');
    const routes = [...source.matchAll(/(?:path: |route\(\s*)'([^']+)'/g)].map(([, path = '']) => path);
    const paths = screens.map(({ path }) => path(accounts.full).split(/[?#]/)[0] ?? '');
    expect(routes.length).toBeGreaterThan(10);
    const isTested = (route: string) =>
      paths.some((path) => new RegExp(`^${route.replaceAll(/:\w+/g, '\\w+')}$`).test(path));
    expect(routes.filter((route) => !isTested(route))).toEqual([]);
  });
});
