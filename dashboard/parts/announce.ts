/** Milliseconds after which a live region gets its text. Screen readers miss a text that replaces another at once. */
const DELAY_MS = 100;
/** Milliseconds after which a live region is emptied, so that nobody finds an old message at the end of the page. */
const CLEAR_MS = 10_000;

interface Region {
  /** Texts that are announced together after the delay. */
  waiting: string[];
  timer: ReturnType<typeof setTimeout> | undefined;
}

const regions = {
  status: { waiting: [], timer: undefined } as Region,
  alert: { waiting: [], timer: undefined } as Region,
};

/**
 * Announces a text to screen readers, by one of the two live regions of `index.html`. Texts that follow each other
 * quickly are announced together, so that none of them is lost.
 * @param urgency `alert` interrupts what is being read
 */
export function announce(text: string, urgency: 'status' | 'alert' = 'status'): void {
  const element = document.getElementById(urgency);
  if (element === null) return;
  const region = regions[urgency];
  if (!region.waiting.includes(text)) region.waiting.push(text);
  clearTimeout(region.timer);
  element.textContent = '';
  region.timer = setTimeout(() => {
    element.textContent = region.waiting.join(' ');
    region.waiting = [];
    region.timer = setTimeout(() => {
      element.textContent = '';
    }, CLEAR_MS);
  }, DELAY_MS);
}
