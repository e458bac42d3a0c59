import { PageHeading } from '../parts/heading.tsx';
import { useLinks } from '../shell/links.ts';
import { sessionText } from '../text/en/session.ts';

export function NotFoundScreen() {
  const { href } = useLinks();
  const { title, text, action } = sessionText.notFound;
  return (
    <>
      <PageHeading title={title} intro={text} />
      <a class="button" href={href('/')}>
        {action}
      </a>
    </>
  );
}
