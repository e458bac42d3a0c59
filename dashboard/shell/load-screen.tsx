import type { AnyComponent, ComponentType } from 'preact';
import lazy from 'preact-iso/lazy';
import { PageHeading } from '../parts/heading.tsx';
import { problemsText } from '../text/en/problems.ts';

/** What every screen gets from the router. */
export interface ScreenProps {
  /** The parameters of its path. */
  params: Readonly<Record<string, string>>;
  path?: string;
  query?: Readonly<Record<string, string>>;
}

/**
 * Returns a screen whose script is loaded when it is opened. If the script cannot be loaded, for example because an
 * update replaced it, the screen offers to reload the page.
 */
export function loadScreen(load: () => Promise<ComponentType<ScreenProps>>): AnyComponent<ScreenProps> {
  const Loaded = lazy(() => load().catch(() => OutdatedScreen)) as ComponentType<ScreenProps>;
  // Another path, account or page of a list is another screen: it starts anew, and its heading gets the focus. They are
  // those of the route, not of the location: this screen stays until the script of the next one is loaded.
  return function KeyedScreen({ params = {}, path = '', query = {} }: ScreenProps) {
    return <Loaded key={`${path} ${query.account} ${query.cursor}`} params={params} />;
  };
}

const OutdatedScreen = () => <ReloadScreen {...problemsText.outdated} />;

/** Shown if a screen throws. */
export const CrashedScreen = () => <ReloadScreen {...problemsText.crashed} />;

function ReloadScreen({ title, text }: { title: string; text: string }) {
  return (
    <>
      <PageHeading title={title} intro={text} />
      <button type="button" class="primary" onClick={() => location.reload()}>
        {problemsText.reload}
      </button>
    </>
  );
}
