import { useSession } from '../api/session.ts';
import { PageHeading } from '../parts/heading.tsx';
import { sessionText } from '../text/en/session.ts';
import { shellText } from '../text/en/shell.ts';

export function NotPermittedScreen() {
  const { account } = useSession();
  const { title, text } = sessionText.notPermitted;
  return <PageHeading title={title} intro={text(shellText.roleNames[account.role])} />;
}
