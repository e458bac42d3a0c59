import { useSession } from '../api/session.ts';
import type { ApiKey } from '../api/types.ts';
import { useLoad } from '../api/use-load.ts';
import { actionColumn, roleColumn, timeColumn } from '../parts/columns.tsx';
import { KeyStatus } from '../parts/key-status.tsx';
import { SettingsList } from '../parts/settings-list.tsx';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { useLinks } from '../shell/links.ts';
import { apiKeysText as t } from '../text/en/api-keys.ts';

const PAGE_SIZE = 100;

/** The API keys of the account. */
export function ApiKeysScreen() {
  const { calls } = useSession();
  const { hrefWith, query } = useLinks();
  const { cursor, createdBy } = query;
  const keys = useLoad(
    (signal) => calls.listKeys({ limit: PAGE_SIZE, cursor, createdBy }, signal),
    `${cursor} ${createdBy}`,
  );
  return (
    <SettingsList
      title={t.title}
      intro={t.intro}
      count={t.list.count}
      add={{ path: '/settings/api-keys/new', label: t.create }}
      loaded={keys}
      notice={
        createdBy !== undefined && (
          <p>
            {t.list.madeBy(keys.data?.items[0]?.createdBy?.name ?? createdBy)}{' '}
            <a href={hrefWith({ createdBy: undefined })}>{t.list.showAll}</a>
          </p>
        )
      }
    >
      {(items) => (
        <>
          <KeyTable items={items} />
          {items.length > 0 && <p class="soft">{t.list.lost}</p>}
        </>
      )}
    </SettingsList>
  );
}

function KeyTable({ items }: { items: readonly ApiKey[] }) {
  const { href } = useLinks();
  const { columns } = t.list;
  const now = Date.now();
  return (
    <Table<ApiKey>
      caption={t.list.caption}
      rows={items}
      getKey={({ keyId }) => keyId}
      empty={t.list.empty}
      columns={[
        {
          key: 'name',
          label: columns.name,
          sortBy: ({ name }) => name,
          cell: (apiKey) => (
            <>
              <a href={href(`/settings/api-keys/${apiKey.keyId}`)}>{apiKey.name}</a>
              <code class="soft">{apiKey.prefix}</code>
            </>
          ),
        },
        {
          key: 'status',
          label: columns.status,
          sortBy: ({ status }) => status,
          cell: (apiKey) => <KeyStatus apiKey={apiKey} now={now} />,
        },
        roleColumn(columns.role),
        {
          ...timeColumn('created', columns.created, ({ createdAt }) => createdAt),
          cell: ({ createdAt, createdBy }) => (
            <>
              <Time at={createdAt} isDate />
              <span class="soft">{createdBy?.name ?? t.unknownCreator}</span>
            </>
          ),
        },
        timeColumn('expires', columns.expires, ({ expiresAt }) => expiresAt, true),
        timeColumn('used', columns.lastUsed, ({ lastUsedAt }) => lastUsedAt, true),
        actionColumn(
          ({ keyId, name, status }) =>
            status !== 'revoked' && (
              <a
                class="button small"
                href={href(`/settings/api-keys/${keyId}/rotate`)}
                aria-label={t.list.rotateKey(name)}
              >
                {t.list.rotate}
              </a>
            ),
        ),
      ]}
    />
  );
}
