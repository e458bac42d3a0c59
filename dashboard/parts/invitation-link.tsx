import { useSession } from '../api/session.ts';
import type { InvitationWithLink } from '../api/types.ts';
import { useLoad } from '../api/use-load.ts';
import { membersText } from '../text/en/members.ts';
import { CopyButton } from './copy-button.tsx';
import { PageHeading } from './heading.tsx';
import { Time } from './time.tsx';

const t = membersText.link;

/** Shows the link of an invitation once. The service stores only a hash of its token. */
export function InvitationLink({ created, onDone }: { created: InvitationWithLink; onDone: () => void }) {
  const { invitation, link } = created;
  const { calls } = useSession();
  const mail = useLoad((signal) => calls.readAccount(signal)).data?.mail;
  return (
    <>
      <PageHeading
        title={t.title(invitation.email)}
        section={membersText.title}
        sectionPath="/settings/members"
        intro={t.text}
      />
      <section class="panel">
        <h2>{t.label}</h2>
        {mail !== undefined && <p>{mail === 'on' ? t.mailed(invitation.email) : t.notMailed}</p>}
        <code class="value" id="link" data-secret>
          {link}
        </code>
        <CopyButton class="primary" text={link} source="link" />
      </section>
      <p>
        {t.expires} <Time at={invitation.expiresAt} />.
      </p>
      <button type="button" onClick={onDone}>
        {t.done}
      </button>
    </>
  );
}
