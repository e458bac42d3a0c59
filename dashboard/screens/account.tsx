import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { NAME_LENGTH_MAX } from '../../core/name-length.ts';
import { setFlash } from '../api/flash.ts';
import { can, useSession } from '../api/session.ts';
import type { Account } from '../api/types.ts';
import { useLoad } from '../api/use-load.ts';
import { announce } from '../parts/announce.ts';
import { Confirm, ConfirmedAction } from '../parts/confirm.tsx';
import { Entry } from '../parts/entry.tsx';
import { TextField } from '../parts/fields.tsx';
import { PageHeading } from '../parts/heading.tsx';
import { Loading } from '../parts/loading.tsx';
import { Time } from '../parts/time.tsx';
import { useNotice } from '../parts/use-notice.tsx';
import { accountText as t } from '../text/en/account.ts';
import { sharingText } from '../text/en/sharing.ts';
import { shellText } from '../text/en/shell.ts';
import { formatNumber } from '../text/plural.ts';

/** The account: its name, leaving it, deleting it. */
export function AccountScreen() {
  const { calls, account: membership } = useSession();
  const account = useLoad((signal) => calls.readAccount(signal));
  const isManager = can(membership, 'account:manage');
  return (
    <>
      <PageHeading title={t.title} section={shellText.settings} intro={t.intro} />
      <Loading loaded={account}>
        {(found) => (
          <>
            <section class="panel">
              <dl class="facts">
                <dt>{t.facts.id}</dt>
                <dd>
                  <code>{found.accountId}</code>
                </dd>
                <dt>{t.facts.created}</dt>
                <dd>
                  <Time at={found.createdAt} />
                </dd>
                <dt>{t.facts.members}</dt>
                <dd>{formatNumber(found.members)}</dd>
                <dt>{t.facts.role}</dt>
                <dd>{shellText.roles[membership.role]}</dd>
              </dl>
            </section>
            {isManager && <Rename account={found} onChange={account.replace} />}
            {isManager && <Sharing account={found} onChange={account.replace} />}
            <Leaving account={found} />
            {isManager && <Deletion account={found} />}
          </>
        )}
      </Loading>
    </>
  );
}

function Rename({ account, onChange }: { account: Account; onChange: (account: Account) => void }) {
  const { calls, reloadMe } = useSession();
  const [name, setName] = useState(account.name);
  const save = async () => {
    onChange({ ...account, ...(await calls.changeAccount({ name })) });
    void reloadMe();
  };
  return (
    <section class="panel">
      <h2>{t.nameTitle}</h2>
      <Entry
        onSubmit={save}
        labels={{ name: t.name }}
        submitLabel={t.save}
        name="account"
        savedText={t.saved}
      >
        {(errors) => (
          <TextField
            name="name"
            label={t.name}
            errors={errors}
            value={name}
            maxLength={NAME_LENGTH_MAX}
            onChange={setName}
          />
        )}
      </Entry>
    </section>
  );
}

/** Whether reports may be shared. To forbid it ends links, so it is confirmed. */
function Sharing({ account, onChange }: { account: Account; onChange: (account: Account) => void }) {
  const { calls } = useSession();
  const { notice, run } = useNotice();
  const [isAsking, setIsAsking] = useState(false);
  const s = sharingText.setting;
  const set = async (sharing: Account['sharing']) => {
    onChange({ ...account, ...(await calls.changeAccount({ sharing })) });
  };
  const isAllowed = account.sharing === 'allowed';
  return (
    <section class="panel">
      <h2>{s.title}</h2>
      {notice}
      <p>{s.text}</p>
      <p>{s[account.sharing]}</p>
      <button
        type="button"
        onClick={() => {
          if (isAllowed) setIsAsking(true);
          else
            void run(async () => {
              await set('allowed');
              return s.nowAllowed;
            });
        }}
      >
        {isAllowed ? s.forbid : s.allow}
      </button>
      {isAsking && (
        <Confirm
          title={s.askForbid}
          text={s.text}
          confirmLabel={s.forbid}
          onConfirm={async () => {
            await set('forbidden');
            setIsAsking(false);
            announce(s.nowForbidden);
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </section>
  );
}

/** Returns a function that leaves the screens of the account, because the person is no longer a member. */
function useGoToAccounts(): (message: string) => void {
  const { reloadMe } = useSession();
  const { route } = useLocation();
  return (message) => {
    setFlash({ kind: 'good', text: message });
    void reloadMe();
    route('/accounts');
  };
}

function Leaving({ account }: { account: Account }) {
  const { calls } = useSession();
  const goToAccounts = useGoToAccounts();
  const leave = async () => {
    await calls.leaveAccount();
    goToAccounts(t.leave.done(account.name));
  };
  return (
    <ConfirmedAction
      heading={t.leave.title}
      text={t.leave.text}
      buttonLabel={t.leave.action}
      question={t.leave.ask(account.name)}
      confirmLabel={t.leave.confirm}
      onConfirm={leave}
    />
  );
}

function Deletion({ account }: { account: Account }) {
  const { calls } = useSession();
  const goToAccounts = useGoToAccounts();
  const [name, setName] = useState('');
  const remove = async () => {
    await calls.deleteAccount({ name });
    goToAccounts(t.deletion.done(account.name));
  };
  return (
    <section class="panel danger">
      <h2>{t.deletion.title}</h2>
      <p>{t.deletion.text}</p>
      <Entry
        onSubmit={remove}
        labels={{ name: t.deletion.label }}
        submitLabel={t.deletion.action}
        name="deletion"
        isDanger
      >
        {(errors) => (
          <TextField
            name="name"
            label={t.deletion.field(account.name)}
            errors={errors}
            value={name}
            onChange={setName}
          />
        )}
      </Entry>
    </section>
  );
}
