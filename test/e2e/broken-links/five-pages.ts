import type { Pages } from '../../support/small-site.ts';

/** Returns a page without faults that has these links. */
export const buildPage = (title: string, ...links: string[]) =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1>${links
    .map((link) => `<p><a href="${link}">To ${link.slice(1)}</a></p>`)
    .join('')}</main></body></html>`;

/**
 * Returns five pages without faults. The pages `/p2` and `/p3` link to `/gone`, which does not exist; `/p2` is found
 * first.
 */
export function fivePages(): Pages {
  return {
    '/': buildPage('Start', '/p2', '/p3', '/p4', '/p5'),
    '/p2': buildPage('Two', '/gone'),
    '/p3': buildPage('Three', '/gone'),
    '/p4': buildPage('Four', '/'),
    '/p5': buildPage('Five', '/'),
  };
}
