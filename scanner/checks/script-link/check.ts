import { type Check, fail, pass } from '../check.ts';
import { listLinks } from '../in-page/link-texts.ts';

/** Tests the addresses of links. Roles other than those of links say that the element is not one. */
export const check: Check = function* (page) {
  for (const link of listLinks(page)) {
    const address = link.attr('href') ?? '';
    const isScript = /^\s{0,20}javascript:/i.test(address);
    if (isScript && page.role(link) === 'link') {
      yield fail(link, 'The address of the link is a script.', { address });
    } else yield pass();
  }
};
