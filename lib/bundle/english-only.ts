import type { Plugin } from 'esbuild';

/** Leaves out zod's messages in other languages: a third of a small function, and nothing would ever read them. */
export const englishOnly: Plugin = {
  name: 'english-only',
  setup(build) {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: `export { default as en } from './en.js';`,
    }));
  },
};
