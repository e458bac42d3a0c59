import { useContext, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { CallError } from '../api/call-error.ts';
import { acceptInvitation, previewInvitation } from '../api/calls.ts';
import { setFlash } from '../api/flash.ts';
import { SignInContext } from '../api/sign-in-context.ts';
import type { InvitationPreview, Me } from '../api/types.ts';
import { useLoad } from '../api/use-load.ts';
import { describeSiteCount } from '../parts/describe-sites.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { PageHeading } from '../parts/heading.tsx';
import { Notice } from '../parts/notice.tsx';
import { Time } from '../parts/time.tsx';
import { usePending } from '../parts/use-pending.ts';
import { invitationToken } from '../shell/link-tokens.ts';
import { buildHref, buildSignInHref } from '../shell/links.ts';
import { sessionText } from '../text/en/session.ts';
import { shellText } from '../text/en/shell.ts';

const t = sessionText.invitation;

/** Shows an invitation, and accepts it. Opening the link changes nothing. */
export function InvitationScreen() {
  const { signIn, reloadMe } = useContext(SignInContext);
  const [token] = useState(invitationToken.read);
  if (token === null) {
    return (
      <>
        <PageHeading title={t.title} />
        <Notice kind="warning" title={t.missing.title}>
          <p>{t.missing.text}</p>
        </Notice>
      </>
    );
  }
  switch (signIn.state) {
    case 'loading':
      return <p class="spinner">{shellText.loading}</p>;
    case 'failed':
      return (
        <>
          <PageHeading title={t.title} />
          <ErrorNotice error={signIn.error} onRetry={reloadMe} />
        </>
      );
    case 'signed-out':
      return (
        <>
          <PageHeading title={t.title} intro={t.signIn} />
          <a class="button primary" href={buildSignInHref(invitationToken.path)}>
            {shellText.signIn}
          </a>
        </>
      );
    case 'signed-in':
      return <Preview token={token} me={signIn.me} />;
  }
}

function Preview({ token, me }: { token: string; me: Me }) {
  const preview = useLoad((signal) => previewInvitation(token, signal));
  const { data, error, reload } = preview;
  return (
    <>
      <PageHeading title={data === undefined ? t.title : t.titleOf(data.accountName)} />
      {error !== undefined && <InvitationError error={error} me={me} onRetry={reload} />}
      {data === undefined && error === undefined && <p class="spinner">{shellText.loading}</p>}
      {data !== undefined && <Acceptance token={token} me={me} preview={data} />}
    </>
  );
}

function Acceptance({ token, me, preview }: { token: string; me: Me; preview: InvitationPreview }) {
  const { reloadMe } = useContext(SignInContext);
  const { route } = useLocation();
  const [error, setError] = useState<unknown>(undefined);
  const { isPending, run } = usePending();
  const { accountName, role, siteCount, expiresAt } = preview;
  const accept = async () => {
    try {
      const { accountId } = await acceptInvitation(token);
      invitationToken.remove();
      setFlash({ kind: 'good', text: t.accepted(accountName) });
      // Until the account is known, the screen that chooses one would take the message.
      await reloadMe();
      route(buildHref('/', accountId));
    } catch (fault) {
      setError(fault);
    }
  };
  return (
    <>
      {error !== undefined && <InvitationError error={error} me={me} />}
      <section class="panel">
        <p>{t.text(accountName)}</p>
        <dl class="facts">
          <dt>{t.facts.role}</dt>
          <dd>{shellText.roles[role]}</dd>
          <dt>{t.facts.sites}</dt>
          <dd>{describeSiteCount(siteCount)}</dd>
          <dt>{t.facts.email}</dt>
          <dd>{me.person.email}</dd>
          <dt>{t.facts.expires}</dt>
          <dd>
            <Time at={expiresAt} />
          </dd>
        </dl>
        <button type="button" class="primary" aria-disabled={isPending} onClick={() => void run(accept)}>
          {t.accept}
        </button>
      </section>
    </>
  );
}

interface InvitationErrorProps {
  error: unknown;
  me: Me;
  onRetry?: () => void;
}

/** Says why an invitation cannot be used, and what to do. */
function InvitationError({ error, me, onRetry }: InvitationErrorProps) {
  const code = error instanceof CallError ? error.code : '';
  switch (code) {
    case 'invitation-invalid':
      invitationToken.remove();
      return (
        <Notice kind="error" title={t.invalid.title}>
          <p>{t.invalid.text}</p>
        </Notice>
      );
    case 'invitation-for-another-person':
      return (
        <Notice kind="warning" title={t.otherPerson.title}>
          <p>{t.otherPerson.text(me.person.email)}</p>
          <p>
            <a class="button" href={buildSignInHref(invitationToken.path, true)}>
              {t.otherPerson.action}
            </a>
          </p>
        </Notice>
      );
    case 'already-member':
      invitationToken.remove();
      return (
        <Notice title={t.member.title}>
          <p>{t.member.text}</p>
          <p>
            <a class="button" href="/accounts">
              {t.member.action}
            </a>
          </p>
        </Notice>
      );
    default:
      return <ErrorNotice error={error} onRetry={onRetry} />;
  }
}
