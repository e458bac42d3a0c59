/** A message about the last action, which the next screen shows. */
export interface Flash {
  kind: 'good' | 'warning';
  text: string;
}

let next: Flash | null = null;

/** Shows a message on the screen that is opened next. */
export function setFlash(flash: Flash): void {
  next = flash;
}

/** Returns the message, once. */
export function takeFlash(): Flash | null {
  const flash = next;
  next = null;
  return flash;
}
