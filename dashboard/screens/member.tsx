import { useState } from 'preact/hooks';
import { useSession } from '../api/session.ts';
import type { ApiKey, Member, PageOf } from '../api/types.ts';
import { type Loaded, useLoad } from '../api/use-load.ts';
import { actionColumn, roleColumn, timeColumn } from '../parts/columns.tsx';
import { Confirm, ConfirmedAction } from '../parts/confirm.tsx';
import { Entry } from '../parts/entry.tsx';
import { ChoiceField } from '../parts/fields.tsx';
import { PageHeading } from '../parts/heading.tsx';
import { KeyStatus } from '../parts/key-status.tsx';
import { listAll } from '../parts/list-all.ts';
import { Loading } from '../parts/loading.tsx';
import { Notice } from '../parts/notice.tsx';
import { roleOptions } from '../parts/role-options.ts';
import { SitesField } from '../parts/sites-field.tsx';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { useNotice } from '../parts/use-notice.tsx';
import { useLinks } from '../shell/links.ts';
import type { ScreenProps } from '../shell/load-screen.tsx';
import { apiKeysText } from '../text/en/api-keys.ts';
import { membersText } from '../text/en/members.ts';
import { formatList } from '../text/plural.ts';

const t = membersText.detail;
const { detail: keyText } = apiKeysText;
const PAGE_SIZE = 100;
/** Accounts have at most 1,000 members. */
const PAGES_MAX = 10;

/** One member: role and sites, the keys that the person made, and removal. */
export function MemberScreen({ params }: ScreenProps) {
  const { calls, me } = useSession();
  const personId = params.personId ?? '';
  const [removed, setRemoved] = useState<{ name: string; voided: string[] } | null>(null);
  const member = useLoad(async (signal) => {
    // The API has no call for one member.
    const { items } = await listAll(
      (cursor) => calls.listMembers({ limit: PAGE_SIZE, cursor }, signal),
      PAGES_MAX,
    );
    return items.find((each) => each.personId === personId) ?? null;
  });
  const keys = useLoad((signal) => calls.listKeys({ createdBy: personId, limit: PAGE_SIZE }, signal));
  if (removed !== null) return <Removed {...removed} keys={keys} />;
  return (
    <>
      <PageHeading
        title={member.data?.name ?? t.title}
        section={membersText.title}
        sectionPath="/settings/members"
      />
      <Loading loaded={member}>
        {(found) =>
          found === null ? (
            <Notice kind="warning" title={t.notFound.title}>
              <p>{t.notFound.text}</p>
            </Notice>
          ) : (
            <>
              <Facts member={found} />
              <Access member={found} onChange={member.replace} />
              <KeysOfMember keys={keys} />
              {personId === me.person.personId ? (
                <p class="soft">{t.self}</p>
              ) : (
                <Removal member={found} onRemoved={(voided) => setRemoved({ name: found.name, voided })} />
              )}
            </>
          )
        }
      </Loading>
    </>
  );
}

function Facts({ member }: { member: Member }) {
  return (
    <section class="panel">
      <dl class="facts">
        <dt>{t.facts.email}</dt>
        <dd>{member.email}</dd>
        <dt>{t.facts.joined}</dt>
        <dd>
          <Time at={member.joinedAt} />
        </dd>
        <dt>{t.facts.lastSeen}</dt>
        <dd>
          <Time at={member.lastSeenAt} />
        </dd>
      </dl>
    </section>
  );
}

interface AccessProps {
  member: Member;
  onChange: (member: Member) => void;
}

function Access({ member, onChange }: AccessProps) {
  const { calls } = useSession();
  const [values, setValues] = useState<{ role: string; siteIds: string[] | null }>({
    role: member.role,
    siteIds: member.siteIds,
  });
  const isAdmin = values.role === 'admin';
  const save = async () => {
    const siteIds = isAdmin ? null : values.siteIds;
    onChange(await calls.changeMember(member.personId, { role: values.role, siteIds }));
  };
  return (
    <section class="panel">
      <h2>{t.access}</h2>
      <Entry
        onSubmit={save}
        labels={{ role: t.facts.role, siteIds: t.facts.sites }}
        submitLabel={t.save}
        savedText={t.saved}
      >
        {(errors) => (
          <>
            <ChoiceField
              name="role"
              label={t.facts.role}
              errors={errors}
              value={values.role}
              options={roleOptions}
              onChange={(role) => setValues({ ...values, role })}
            />
            {isAdmin ? (
              <p class="soft">{membersText.new.adminSites}</p>
            ) : (
              <SitesField
                value={values.siteIds}
                errors={errors}
                onChange={(siteIds) => setValues({ ...values, siteIds })}
              />
            )}
          </>
        )}
      </Entry>
    </section>
  );
}

type Keys = Loaded<PageOf<ApiKey>>;

/** The keys that a person made, each with a button that revokes it. */
function KeysOfMember({ keys }: { keys: Keys }) {
  const { calls } = useSession();
  const { href } = useLinks();
  const { notice, run } = useNotice();
  const [asked, setAsked] = useState<ApiKey | null>(null);
  const revoke = ({ keyId, name }: ApiKey) => {
    setAsked(null);
    void run(async () => {
      await calls.revokeKey(keyId);
      document.getElementById('keys')?.focus();
      keys.reload();
      return t.keyRevoked(name);
    });
  };
  return (
    <section aria-labelledby="keys">
      <h2 id="keys" tabIndex={-1}>
        {t.keys}
      </h2>
      {notice}
      <Loading loaded={keys}>
        {({ items }) => (
          <Table<ApiKey>
            caption={t.keysCaption}
            rows={items}
            getKey={({ keyId }) => keyId}
            empty={t.noKeys}
            columns={[
              {
                key: 'name',
                label: t.keyColumns.name,
                cell: ({ keyId, name }) => <a href={href(`/settings/api-keys/${keyId}`)}>{name}</a>,
              },
              {
                key: 'status',
                label: t.keyColumns.status,
                cell: (apiKey) => <KeyStatus apiKey={apiKey} now={Date.now()} />,
              },
              roleColumn(t.facts.role),
              timeColumn('used', t.keyColumns.lastUsed, ({ lastUsedAt }) => lastUsedAt),
              actionColumn(
                (apiKey) =>
                  apiKey.status !== 'revoked' && (
                    <button
                      type="button"
                      class="small danger"
                      aria-label={t.revokeOf(apiKey.name)}
                      onClick={() => setAsked(apiKey)}
                    >
                      {t.revoke}
                    </button>
                  ),
              ),
            ]}
          />
        )}
      </Loading>
      {asked !== null && (
        <Confirm
          title={keyText.revokeTitle(asked.name)}
          text={keyText.dangerText}
          confirmLabel={keyText.revokeConfirm}
          onConfirm={() => revoke(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  );
}

interface RemovalProps {
  member: Member;
  /** Called with the addresses of invitations that are void now. */
  onRemoved: (voided: string[]) => void;
}

function Removal({ member, onRemoved }: RemovalProps) {
  const { calls } = useSession();
  const remove = async () => {
    const { voidedInvitations } = await calls.removeMember(member.personId);
    onRemoved(voidedInvitations.map(({ email }) => email));
  };
  return (
    <ConfirmedAction
      heading={t.danger}
      text={t.dangerText}
      buttonLabel={t.remove}
      question={t.removeTitle(member.name)}
      confirmLabel={t.removeConfirm}
      onConfirm={remove}
    />
  );
}

/** After the removal: the keys that the person made still work. */
function Removed({ name, voided, keys }: { name: string; voided: string[]; keys: Keys }) {
  const hasActiveKeys = keys.data?.items.some(({ status }) => status === 'active');
  return (
    <>
      <PageHeading
        title={t.removed(name)}
        section={membersText.title}
        sectionPath="/settings/members"
        intro={hasActiveKeys ? t.keysLeft : undefined}
      />
      {voided.length > 0 && <p>{t.voided(formatList(voided))}</p>}
      <KeysOfMember keys={keys} />
    </>
  );
}
