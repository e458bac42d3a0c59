import { useSession } from '../../api/session.ts';
import { useLoad } from '../../api/use-load.ts';
import { Notice } from '../../parts/notice.tsx';
import { alertsText } from '../../text/en/alerts.ts';

const t = alertsText.mailOff;

/** Says that the service sends no mail, if that is so. */
export function MailOffNotice() {
  const { calls } = useSession();
  const account = useLoad((signal) => calls.readAccount(signal));
  if (account.data?.mail !== 'off') return null;
  return (
    <Notice kind="warning" title={t.title}>
      <p>{t.text}</p>
    </Notice>
  );
}
