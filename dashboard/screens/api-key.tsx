import { useState } from 'preact/hooks';
import { KEY_DESCRIPTION_LENGTH_MAX } from '../../core/access/key-limits.ts';
import { NAME_LENGTH_MAX } from '../../core/name-length.ts';
import { setFlash } from '../api/flash.ts';
import { useSession } from '../api/session.ts';
import type { ApiKeyDetail, RevokedKey } from '../api/types.ts';
import { useLoad } from '../api/use-load.ts';
import { announce } from '../parts/announce.ts';
import { timeColumn } from '../parts/columns.tsx';
import { ConfirmedAction } from '../parts/confirm.tsx';
import { describeSites } from '../parts/describe-sites.ts';
import { Entry } from '../parts/entry.tsx';
import { TextField } from '../parts/fields.tsx';
import { FocusedHeading } from '../parts/focused-heading.tsx';
import { PageHeading } from '../parts/heading.tsx';
import { KeyStatus } from '../parts/key-status.tsx';
import { Loading } from '../parts/loading.tsx';
import { Notice } from '../parts/notice.tsx';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { UsageChart } from '../parts/usage-chart.tsx';
import { getLastDays } from '../parts/usage-days.ts';
import { useNotice } from '../parts/use-notice.tsx';
import { useLinks } from '../shell/links.ts';
import type { ScreenProps } from '../shell/load-screen.tsx';
import { apiKeysText } from '../text/en/api-keys.ts';
import { shellText } from '../text/en/shell.ts';
import { formatCount, formatNumber } from '../text/plural.ts';

const t = apiKeysText.detail;
const USAGE_DAYS = 30;

/** One API key: its facts, its usage, and what can be done with it. */
export function ApiKeyScreen({ params }: ScreenProps) {
  const { calls } = useSession();
  const { href } = useLinks();
  const keyId = params.keyId ?? '';
  const key = useLoad((signal) => calls.readKey(keyId, signal));
  const [webhooksLeft, setWebhooksLeft] = useState<RevokedKey['webhooks']>([]);
  const isRevoked = key.data?.status === 'revoked';
  const { notice, run } = useNotice();
  const endPrevious = (detail: ApiKeyDetail) =>
    run(async () => {
      key.replace({ ...detail, ...(await calls.endPreviousValue(keyId)) });
      document.querySelector('h1')?.focus();
      return t.overlapEnded;
    });
  return (
    <>
      <PageHeading
        title={key.data?.name ?? t.title}
        section={apiKeysText.title}
        sectionPath="/settings/api-keys"
        action={
          key.data !== undefined &&
          !isRevoked && (
            <a class="button primary" href={href(`/settings/api-keys/${keyId}/rotate`)}>
              {t.rotate}
            </a>
          )
        }
      />
      {notice}
      {webhooksLeft.length > 0 && <WebhooksLeft webhooks={webhooksLeft} />}
      <Loading loaded={key}>
        {(detail) => (
          <>
            {detail.previousValue !== null && (
              <Overlap previous={detail.previousValue} onEnd={() => void endPrevious(detail)} />
            )}
            <Facts detail={detail} />
            <Usage keyId={keyId} />
            <Refusals detail={detail} />
            {!isRevoked && <Details detail={detail} onChange={key.replace} />}
            {!isRevoked && (
              <Revoke
                detail={detail}
                onWebhooksLeft={({ webhooks, ...revoked }) => {
                  setWebhooksLeft(webhooks);
                  key.replace({ ...detail, ...revoked });
                }}
              />
            )}
          </>
        )}
      </Loading>
    </>
  );
}

/** The endpoints that a revoked key created: they still get events. */
function WebhooksLeft({ webhooks }: Pick<RevokedKey, 'webhooks'>) {
  const { href } = useLinks();
  return (
    <Notice kind="warning">
      <FocusedHeading text={t.webhooksLeft.title} isFocused />
      <p>{t.webhooksLeft.text}</p>
      <ul>
        {webhooks.map(({ id, url }) => (
          <li key={id}>
            <a href={href(`/settings/webhooks/${id}`)}>{url}</a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

interface DetailProps {
  detail: ApiKeyDetail;
  onChange: (detail: ApiKeyDetail) => void;
}

function Facts({ detail }: { detail: ApiKeyDetail }) {
  const { facts } = t;
  return (
    <section class="panel">
      <dl class="facts">
        <dt>{facts.status}</dt>
        <dd>
          <KeyStatus apiKey={detail} now={Date.now()} />
        </dd>
        <dt>{facts.prefix}</dt>
        <dd>
          <code>{detail.prefix}</code>
        </dd>
        {detail.description !== '' && (
          <>
            <dt>{facts.description}</dt>
            <dd>{detail.description}</dd>
          </>
        )}
        <dt>{facts.role}</dt>
        <dd>{shellText.roles[detail.role]}</dd>
        <dt>{facts.sites}</dt>
        <dd>{describeSites(detail.siteIds)}</dd>
        <dt>{facts.created}</dt>
        <dd>
          <Time at={detail.createdAt} />
        </dd>
        <dt>{facts.createdBy}</dt>
        <dd>{detail.createdBy?.name ?? apiKeysText.unknownCreator}</dd>
        <dt>{facts.period}</dt>
        <dd>{formatCount(detail.lifetimeDays, apiKeysText.days)}</dd>
        <dt>{facts.expires}</dt>
        <dd>
          <Time at={detail.expiresAt} />
        </dd>
        {detail.revokedAt !== null && (
          <>
            <dt>{facts.revoked}</dt>
            <dd>
              <Time at={detail.revokedAt} />
            </dd>
          </>
        )}
        <dt>{facts.lastUsed}</dt>
        <dd>
          <Time at={detail.lastUsedAt} />
        </dd>
      </dl>
    </section>
  );
}

interface OverlapProps {
  previous: NonNullable<ApiKeyDetail['previousValue']>;
  onEnd: () => void;
}

/** After a rotation: whether the previous value is still in use, and the button that ends it. */
function Overlap({ previous, onEnd }: OverlapProps) {
  return (
    <Notice kind="warning" title={t.overlapTitle}>
      <p>
        {t.overlapUntil} <Time at={previous.worksUntil} />.{' '}
        {previous.lastUsedAt === null ? (
          t.overlapUnused
        ) : (
          <>
            {t.overlapUsed} <Time at={previous.lastUsedAt} />.
          </>
        )}
      </p>
      <div class="actions">
        <button type="button" onClick={onEnd}>
          {t.endOverlap}
        </button>
      </div>
    </Notice>
  );
}

function Usage({ keyId }: { keyId: string }) {
  const { calls } = useSession();
  const [range] = useState(() => getLastDays(USAGE_DAYS, new Date()));
  const usage = useLoad((signal) => calls.listUsage({ ...range, keyId, limit: 100 }, signal));
  return (
    <section aria-labelledby="usage">
      <h2 id="usage">{t.usage}</h2>
      <Loading loaded={usage}>
        {({ items }) => <UsageChart name="usage" usage={items} range={range} />}
      </Loading>
    </section>
  );
}

function Refusals({ detail }: { detail: ApiKeyDetail }) {
  const columns = t.refusalColumns;
  return (
    <section aria-labelledby="refusals">
      <h2 id="refusals">{t.refusals}</h2>
      <Table<ApiKeyDetail['refusals'][number]>
        name="refusals-"
        caption={t.refusalsCaption}
        rows={detail.refusals}
        getKey={({ hour, reason }) => `${hour} ${reason}`}
        empty={t.noRefusals}
        columns={[
          timeColumn('hour', columns.hour, ({ hour }) => hour),
          {
            key: 'reason',
            label: columns.reason,
            sortBy: ({ reason }) => reason,
            cell: ({ reason }) => <code>{reason}</code>,
          },
          {
            key: 'count',
            label: columns.count,
            isNumber: true,
            sortBy: ({ count }) => count,
            cell: ({ count }) => formatNumber(count),
          },
        ]}
      />
    </section>
  );
}

function Details({ detail, onChange }: DetailProps) {
  const { calls } = useSession();
  const [values, setValues] = useState({ name: detail.name, description: detail.description });
  const { name, description } = apiKeysText.fields;
  const save = async () => {
    const key = await calls.changeKey(detail.keyId, values);
    onChange({ ...detail, ...key });
  };
  return (
    <section class="panel">
      <h2>{t.edit}</h2>
      <Entry onSubmit={save} labels={{ name, description }} submitLabel={t.save} savedText={t.saved}>
        {(errors) => (
          <>
            <TextField
              name="name"
              label={name}
              errors={errors}
              value={values.name}
              maxLength={NAME_LENGTH_MAX}
              onChange={(value) => setValues({ ...values, name: value })}
            />
            <TextField
              name="description"
              label={description}
              errors={errors}
              isOptional
              value={values.description}
              maxLength={KEY_DESCRIPTION_LENGTH_MAX}
              onChange={(value) => setValues({ ...values, description: value })}
            />
          </>
        )}
      </Entry>
    </section>
  );
}

interface RevokeProps {
  detail: ApiKeyDetail;
  /** Called if the key leaves endpoints of webhooks behind. */
  onWebhooksLeft: (revoked: RevokedKey) => void;
}

function Revoke({ detail, onWebhooksLeft }: RevokeProps) {
  const { calls } = useSession();
  const { go } = useLinks();
  const revoke = async () => {
    const revoked = await calls.revokeKey(detail.keyId);
    if (revoked.webhooks.length > 0) {
      onWebhooksLeft(revoked);
      announce(t.revoked(detail.name));
      return;
    }
    setFlash({ kind: 'good', text: t.revoked(detail.name) });
    go('/settings/api-keys');
  };
  return (
    <ConfirmedAction
      heading={t.danger}
      text={t.dangerText}
      buttonLabel={t.revoke}
      question={t.revokeTitle(detail.name)}
      confirmLabel={t.revokeConfirm}
      onConfirm={revoke}
    />
  );
}
