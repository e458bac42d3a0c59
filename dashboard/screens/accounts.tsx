import type { Me, Membership } from '../api/types.ts';
import { PageHeading } from '../parts/heading.tsx';
import { Notice } from '../parts/notice.tsx';
import { Table } from '../parts/table.tsx';
import { ACCOUNT_PARAMETER, buildHref, useLinks } from '../shell/links.ts';
import { sessionText } from '../text/en/session.ts';
import { shellText } from '../text/en/shell.ts';

const t = sessionText.accounts;

/** Lets the person choose the account of the screen. */
export function AccountsScreen({ me }: { me: Me }) {
  const { path, query } = useLinks();
  if (me.accounts.length === 0) {
    return <PageHeading title={t.none} intro={`${t.noneText} ${me.person.email}.`} />;
  }
  const next = path === '/accounts' ? '/' : path;
  return (
    <>
      <PageHeading title={t.title} intro={t.intro} />
      {query[ACCOUNT_PARAMETER] !== undefined && path !== '/accounts' && (
        <Notice kind="warning">
          <p>{t.notMember}</p>
        </Notice>
      )}
      <Table<Membership>
        caption={t.caption}
        rows={me.accounts}
        getKey={({ accountId }) => accountId}
        empty={t.none}
        columns={[
          {
            key: 'name',
            label: t.columns.name,
            cell: ({ accountId, name }) => (
              <a href={buildHref(next, accountId, { ...query, [ACCOUNT_PARAMETER]: accountId })}>{name}</a>
            ),
          },
          { key: 'role', label: t.columns.role, cell: ({ role }) => shellText.roleNames[role] },
        ]}
      />
    </>
  );
}
