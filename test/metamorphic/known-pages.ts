import { getCheckNeed } from '../../core/rule-sets/rules.ts';
import { allCases, toDocument } from '../integration/checks/case-pages.ts';
import type { CheckPage } from '../integration/checks/cases/check-cases.ts';
import { axePages, type PagesOfRule } from './axe-pages.ts';
import type { KnownPage } from './judge.ts';

/** Pages with and without findings of each rule of axe, and of each check of the service itself for one document. */
export const knownPages: readonly PagesOfRule[] = [
  ...allCases.filter(({ check }) => getCheckNeed(check) !== 'site').map(toPagesOfRule),
  ...axePages,
];

function toPagesOfRule({ check, pages }: (typeof allCases)[number]): PagesOfRule {
  const known = pages.filter((page) => isMovable(check, page));
  const hasFinding = ({ violations = [], reviews = [] }: CheckPage) => violations.length + reviews.length > 0;
  const toKnown = (page: CheckPage): KnownPage => ({
    name: `${check} ${page.shows}`,
    rules: [check],
    html: toDocument(page),
    ...(page.files === undefined ? {} : { files: page.files }),
  });
  return {
    rule: check,
    bad: known.filter(hasFinding).map(toKnown),
    good: known.filter((page) => !hasFinding(page)).map(toKnown),
  };
}

/** True for a page that can be served at another path, and takes no longer than others. */
function isMovable(check: string, { html, isSlow }: CheckPage): boolean {
  return isSlow !== true && !html.includes(`/${check}/`);
}
