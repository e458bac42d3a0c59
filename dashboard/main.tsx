import './styles/index.css';
import { render } from 'preact';
import { App } from './app.tsx';
import { installHistoryGuard } from './parts/history-guard.ts';
import { takeLinkToken } from './shell/link-tokens.ts';
import { preloadScreen } from './shell/routes.tsx';
import { applyTheme, readTheme } from './shell/theme.ts';

applyTheme(readTheme());
// If it fails, the router tries again and shows the error.
preloadScreen(location.pathname).catch(() => {});
takeLinkToken();
// Another link of the same kind changes only the fragment, which reloads nothing.
addEventListener('hashchange', () => {
  if (takeLinkToken()) location.reload();
});
// A page that the browser restores from its page cache shows what was true when it was left, perhaps before a sign-out.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});
installHistoryGuard();
const root = document.getElementById('app');
if (root !== null) render(<App />, root);
