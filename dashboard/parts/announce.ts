/** Milliseconds after which a live region gets its text. Screen readers miss a text that replaces another at once. */
const DELAY_MS = 100;
/** Milliseconds after which a live region is emptied, so that nobody finds an old message at the end of the page. */
const CLEAR_MS = 10_000;

const timers = new Map<string, ReturnType<typeof setTimeout>>();

/**
 * Announces a text to screen readers, by one of the two live regions of `index.html`.
 * @param urgency `alert` interrupts what is being read
 */
export function announce(text: string, urgency: 'status' | 'alert' = 'status'): void {
  const region = document.getElementById(urgency);
  if (region === null) return;
  clearTimeout(timers.get(urgency));
  region.textContent = '';
  const show = () => {
    region.textContent = text;
    timers.set(
      urgency,
      setTimeout(() => {
        region.textContent = '';
      }, CLEAR_MS),
    );
  };
  timers.set(urgency, setTimeout(show, DELAY_MS));
}
