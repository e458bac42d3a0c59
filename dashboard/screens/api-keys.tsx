import { useEffect } from 'preact/hooks';
import { useSession } from '../api/session.ts';
import type { ApiKey } from '../api/types.ts';
import { useLoad } from '../api/use-load.ts';
import { announce } from '../parts/announce.ts';
import { describeSites } from '../parts/describe-sites.ts';
import { PageHeading } from '../parts/heading.tsx';
import { KeyStatus } from '../parts/key-status.tsx';
import { Loading } from '../parts/loading.tsx';
import { Pagination } from '../parts/pagination.tsx';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { useLinks } from '../shell/links.ts';
import { apiKeysText as t } from '../text/en/api-keys.ts';
import { shellText } from '../text/en/shell.ts';
import { formatCount } from '../text/plural.ts';

const PAGE_SIZE = 100;

/** The API keys of the account. */
export function ApiKeysScreen() {
  const { calls } = useSession();
  const { href, hrefWith, query } = useLinks();
  const { cursor, createdBy } = query;
  const keys = useLoad(
    (signal) => calls.listKeys({ limit: PAGE_SIZE, cursor, createdBy }, signal),
    `${cursor} ${createdBy}`,
  );
  const count = keys.data?.items.length;
  useEffect(() => {
    if (count !== undefined) announce(formatCount(count, t.list.count));
  }, [count]);
  return (
    <>
      <PageHeading
        title={t.title}
        section={shellText.settings}
        intro={t.intro}
        action={
          <a class="button primary" href={href('/settings/api-keys/new')}>
            {t.create}
          </a>
        }
      />
      {createdBy !== undefined && (
        <p>
          {t.list.madeBy(keys.data?.items[0]?.createdBy?.name ?? createdBy)}{' '}
          <a href={hrefWith({ createdBy: undefined })}>{t.list.showAll}</a>
        </p>
      )}
      <Loading loaded={keys}>
        {({ items, nextCursor }) => (
          <>
            <KeyTable items={items} />
            <Pagination nextCursor={nextCursor} />
          </>
        )}
      </Loading>
      <p class="soft">{t.list.lost}</p>
    </>
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
        {
          key: 'role',
          label: columns.role,
          sortBy: ({ role }) => role,
          cell: ({ role, siteIds }) => (
            <>
              {shellText.roleNames[role]}
              <span class="soft">{describeSites(siteIds)}</span>
            </>
          ),
        },
        {
          key: 'created',
          label: columns.created,
          sortBy: ({ createdAt }) => createdAt,
          cell: ({ createdAt, createdBy }) => (
            <>
              <Time at={createdAt} />
              <span class="soft">{createdBy?.name ?? t.unknownCreator}</span>
            </>
          ),
        },
        {
          key: 'expires',
          label: columns.expires,
          sortBy: ({ expiresAt }) => expiresAt,
          cell: ({ expiresAt }) => <Time at={expiresAt} />,
        },
        {
          key: 'used',
          label: columns.lastUsed,
          sortBy: ({ lastUsedAt }) => lastUsedAt ?? '',
          cell: ({ lastUsedAt }) => <Time at={lastUsedAt} />,
        },
        {
          key: 'actions',
          label: shellText.actions,
          cell: ({ keyId, name, status }) =>
            status !== 'revoked' && (
              <a
                class="button small"
                href={href(`/settings/api-keys/${keyId}/rotate`)}
                aria-label={t.list.rotateKey(name)}
              >
                {t.list.rotate}
              </a>
            ),
        },
      ]}
    />
  );
}
