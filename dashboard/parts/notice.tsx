import type { ComponentChildren } from 'preact';

interface NoticeProps {
  kind?: 'info' | 'good' | 'warning' | 'error';
  title?: string | undefined;
  children?: ComponentChildren;
}

/**
 * A message that stays until the next action. Callers announce it, because it can appear while the focus is elsewhere.
 */
export function Notice({ kind = 'info', title, children }: NoticeProps) {
  return (
    <div class={`notice ${kind}`}>
      {title !== undefined && <h2>{title}</h2>}
      {children}
    </div>
  );
}
