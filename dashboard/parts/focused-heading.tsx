import { useLayoutEffect, useRef } from 'preact/hooks';

interface FocusedHeadingProps {
  id?: string;
  text: string;
  /** Whether it gets the focus when it appears, because what had the focus is gone. */
  isFocused: boolean;
}

/** The heading of a part of a screen that replaces another part. */
export function FocusedHeading({ id, text, isFocused }: FocusedHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (isFocused) heading.current?.focus();
  }, []);
  return (
    <h2 id={id} ref={heading} tabIndex={-1}>
      {text}
    </h2>
  );
}
