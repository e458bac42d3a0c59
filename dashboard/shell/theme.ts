const STORAGE_KEY = 'theme';
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Returns the theme that the person chose in this browser. */
export function readTheme(): Theme {
  try {
    return themes.find((theme) => theme === localStorage.getItem(STORAGE_KEY)) ?? 'system';
  } catch {
    return 'system'; // storage is denied
  }
}

/** Applies a theme to the document, and stores it for the next visit. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(STORAGE_KEY, theme);
  } catch {
    // Storage is denied: the theme lasts until the page is reloaded.
  }
}
