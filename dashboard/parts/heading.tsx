import type { ComponentChildren } from 'preact';
import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { takeFlash } from '../api/flash.ts';
import { SessionContext } from '../api/session.ts';
import { useLinks } from '../shell/links.ts';
import { shellText } from '../text/en/shell.ts';
import { announce } from './announce.ts';
import { Notice } from './notice.tsx';

let isFirst = true;

interface HeadingProps {
  title: string;
  /** The part of the dashboard that the screen belongs to. */
  section?: string;
  /** Path of the screen of that part, for a link back to it. */
  sectionPath?: string;
  /** The open tab of the screen, for the title of the document. */
  tab?: string;
  /** What the screen is for. */
  intro?: ComponentChildren;
  /** The main action of the screen, beside the title. */
  action?: ComponentChildren;
}

/**
 * The heading of a screen. It sets the title of the document. When the screen is opened from another one, it gets the
 * focus, so that screen readers read it and the keyboard continues there. The title may change when data is loaded; the
 * focus does not move then. The heading also shows the message of the last action.
 */
export function PageHeading({ title, section, sectionPath, tab, intro, action }: HeadingProps) {
  const { href } = useLinks();
  const heading = useRef<HTMLHeadingElement>(null);
  const account = useContext(SessionContext)?.account.name;
  const [flash] = useState(takeFlash);
  useLayoutEffect(() => {
    const parts = [tab, title, section, account, shellText.product];
    document.title = parts.filter((part) => part !== undefined && part !== '').join(' – ');
  }, [tab, title, section, account]);
  // Before the browser shows the screen, so that a key that is pressed at once does not begin at the top of the page.
  useLayoutEffect(() => {
    if (!isFirst) heading.current?.focus();
    isFirst = false;
  }, []);
  useEffect(() => {
    if (flash !== null) announce(flash.text);
  }, [flash]);
  return (
    <>
      <div class="heading">
        {section !== undefined && (
          <p class="section">
            {sectionPath === undefined ? section : <a href={href(sectionPath)}>{section}</a>}
          </p>
        )}
        <div class="heading-row">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {action}
        </div>
        {intro !== undefined && <p>{intro}</p>}
      </div>
      {flash !== null && (
        <Notice kind={flash.kind}>
          <p>{flash.text}</p>
        </Notice>
      )}
    </>
  );
}
