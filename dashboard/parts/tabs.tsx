import { useEffect, useRef } from 'preact/hooks';
import { useLinks } from '../shell/links.ts';
import { announce } from './announce.ts';

interface Tab {
  /** Value of the query parameter `tab`. */
  name: string;
  label: string;
}

interface TabsProps {
  /** Accessible name of the navigation. */
  label: string;
  tabs: readonly Tab[];
  current: Tab;
}

/**
 * Links to the parts of a screen. The open one is in the URL, so that it can be shared and the back button returns to
 * it. The focus stays on the link, and the name of the part is announced.
 */
export function Tabs({ label, tabs, current }: TabsProps) {
  const { href, path } = useLinks();
  const shown = useRef(current.name);
  useEffect(() => {
    if (shown.current !== current.name) announce(current.label);
    shown.current = current.name;
  }, [current.name, current.label]);
  return (
    <nav class="tabs" aria-label={label}>
      <ul>
        {tabs.map(({ name, label: text }) => (
          <li key={name}>
            <a
              href={href(path, { tab: name })}
              {...(name === current.name ? { 'aria-current': 'page' as const } : {})}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
