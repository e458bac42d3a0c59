import { tryStorage } from '../api/storage.ts';

const STORAGE_KEY = 'theme';
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Returns the theme that the person chose in this browser. */
export function readTheme(): Theme {
  const stored = tryStorage(() => localStorage.getItem(STORAGE_KEY));
  return themes.find((theme) => theme === stored) ?? 'system';
}

/** Applies a theme to the document, and stores it for the next visit. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  tryStorage(() => localStorage.setItem(STORAGE_KEY, theme));
}
