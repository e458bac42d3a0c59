import { useState } from 'preact/hooks';
import { useSession } from '../api/session.ts';
import type { Invitation, InvitationWithLink, Member } from '../api/types.ts';
import { useLoad } from '../api/use-load.ts';
import { actionColumn, roleColumn, timeColumn } from '../parts/columns.tsx';
import { InvitationLink } from '../parts/invitation-link.tsx';
import { Loading } from '../parts/loading.tsx';
import { SettingsList } from '../parts/settings-list.tsx';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { useNotice } from '../parts/use-notice.tsx';
import { useLinks } from '../shell/links.ts';
import { membersText as t } from '../text/en/members.ts';

const PAGE_SIZE = 100;

/** The members of the account, and the open invitations. */
export function MembersScreen() {
  const { calls } = useSession();
  const { query } = useLinks();
  const { cursor } = query;
  const [created, setCreated] = useState<InvitationWithLink | null>(null);
  const members = useLoad((signal) => calls.listMembers({ limit: PAGE_SIZE, cursor }, signal), cursor ?? '');
  if (created !== null) return <InvitationLink created={created} onDone={() => setCreated(null)} />;
  return (
    <>
      <SettingsList
        title={t.title}
        intro={t.intro}
        count={t.count}
        add={{ path: '/settings/members/invite', label: t.invite }}
        loaded={members}
      >
        {(items) => <MemberTable items={items} />}
      </SettingsList>
      <Invitations onLink={setCreated} />
    </>
  );
}

function MemberTable({ items }: { items: readonly Member[] }) {
  const { me } = useSession();
  const { href } = useLinks();
  const { columns } = t;
  return (
    <Table<Member>
      caption={t.caption}
      rows={items}
      getKey={({ personId }) => personId}
      empty={t.empty}
      columns={[
        {
          key: 'name',
          label: columns.name,
          sortBy: ({ name }) => name,
          cell: ({ personId, name, email }) => (
            <>
              <a href={href(`/settings/members/${personId}`)}>{name}</a>{' '}
              {personId === me.person.personId && <span class="badge">{t.you}</span>}
              <span class="soft">{email}</span>
            </>
          ),
        },
        roleColumn(columns.role),
        timeColumn('joined', columns.joined, ({ joinedAt }) => joinedAt, true),
        timeColumn('seen', columns.lastSeen, ({ lastSeenAt }) => lastSeenAt),
      ]}
    />
  );
}

function Invitations({ onLink }: { onLink: (created: InvitationWithLink) => void }) {
  const { calls } = useSession();
  const invitations = useLoad((signal) => calls.listInvitations({ limit: PAGE_SIZE }, signal));
  const { notice, run } = useNotice();
  const { columns } = t.invitations;
  const resend = (id: string) =>
    run(async () => {
      onLink(await calls.resendInvitation(id));
      return t.link.text;
    });
  const revoke = ({ invitationId, email }: Invitation) =>
    run(async () => {
      await calls.revokeInvitation(invitationId);
      document.getElementById('invitations')?.focus();
      invitations.reload();
      return t.invitations.revoked(email);
    });
  return (
    <section aria-labelledby="invitations">
      <h2 id="invitations" tabIndex={-1}>
        {t.invitations.title}
      </h2>
      {notice}
      <Loading loaded={invitations}>
        {({ items }) => (
          <Table<Invitation>
            name="invitations-"
            caption={t.invitations.caption}
            rows={items}
            getKey={({ invitationId }) => invitationId}
            empty={t.invitations.empty}
            columns={[
              {
                key: 'email',
                label: columns.email,
                sortBy: ({ email }) => email,
                cell: ({ email }) => email,
              },
              roleColumn(columns.role),
              { key: 'by', label: columns.by, cell: ({ invitedBy }) => invitedBy.name },
              {
                ...timeColumn('expires', columns.expires, ({ expiresAt }) => expiresAt),
                cell: ({ expiresAt, status }) => (
                  <>
                    <Time at={expiresAt} />
                    <span class="soft">{status === 'open' ? t.invitations.open : t.invitations.expired}</span>
                  </>
                ),
              },
              actionColumn((invitation) => (
                <div class="row-actions">
                  <button
                    type="button"
                    class="small"
                    aria-label={t.invitations.resendOf(invitation.email)}
                    onClick={() => void resend(invitation.invitationId)}
                  >
                    {t.invitations.resend}
                  </button>
                  <button
                    type="button"
                    class="small danger"
                    aria-label={t.invitations.revokeOf(invitation.email)}
                    onClick={() => void revoke(invitation)}
                  >
                    {t.invitations.revoke}
                  </button>
                </div>
              )),
            ]}
          />
        )}
      </Loading>
    </section>
  );
}
