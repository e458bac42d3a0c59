import type { Plugin } from 'esbuild';

/** Excludes zod's messages in other languages, which are unused and take a third of a small function. */
export const englishOnly: Plugin = {
  name: 'english-only',
  setup(build) {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: `export { default as en } from './en.js';`,
    }));
  },
};
