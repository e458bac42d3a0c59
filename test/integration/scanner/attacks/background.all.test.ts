import { testQuietBrowser } from './quiet-browser.ts';

// Long enough for everything that a browser requests after its start, such as updates of its components.
testQuietBrowser(10_000);
