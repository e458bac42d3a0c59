import './styles/index.css';
import { render } from 'preact';
import { App } from './app.tsx';
import { applyTheme, readTheme } from './shell/theme.ts';

applyTheme(readTheme());
// A page that the browser restores from its page cache shows what was true when it was left, perhaps before a sign-out.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});
const root = document.getElementById('app');
if (root !== null) render(<App />, root);
