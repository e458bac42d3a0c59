import type { ComponentChildren } from 'preact';
import type { Loaded } from '../api/use-load.ts';
import { useLinks } from '../shell/links.ts';
import { shellText } from '../text/en/shell.ts';
import type { Plurals } from '../text/plural.ts';
import { PageHeading } from './heading.tsx';
import { Loading } from './loading.tsx';
import { Pagination } from './pagination.tsx';
import { useAnnounceCount } from './use-announce-count.ts';

/** What a call that lists answers; a list without pages has no cursor. */
interface List {
  items: unknown[];
  nextCursor?: string | null;
}

interface SettingsListProps<Data extends List> {
  title: string;
  intro: string;
  /** Says how many entries there are. */
  count: Plurals;
  /** The screen that adds an entry. */
  add: { path: string; label: string };
  loaded: Loaded<Data>;
  /** Between the heading and the list. */
  notice?: ComponentChildren;
  children: (items: Data['items']) => ComponentChildren;
}

/** A screen of the settings with a list, and a link that adds an entry to it. */
export function SettingsList<Data extends List>(props: SettingsListProps<Data>) {
  const { title, intro, count, add, loaded, notice, children } = props;
  const { href } = useLinks();
  useAnnounceCount(loaded.data, count);
  return (
    <>
      <PageHeading
        title={title}
        section={shellText.settings}
        intro={intro}
        action={
          <a class="button primary" href={href(add.path)}>
            {add.label}
          </a>
        }
      />
      {notice}
      <Loading loaded={loaded}>
        {({ items, nextCursor = null }) => (
          <>
            {children(items)}
            <Pagination nextCursor={nextCursor} />
          </>
        )}
      </Loading>
    </>
  );
}
