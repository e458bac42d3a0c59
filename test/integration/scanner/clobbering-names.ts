/** Members of the DOM that fields of an HTML form can hide by their names, while axe still judges the page. */
export const judgedNames = [
  ...['parentNode', 'shadowRoot', 'parentElement'],
  ...['children', 'attributes', 'style', 'firstChild'],
];

/** The same, if the page has no other HTML form. */
export const judgedAlone = ['getRootNode'];

/** Members that axe-core itself needs: with one of them hidden, each of its rules fails on the whole page. */
export const failingNames = ['nodeName', 'getAttribute', 'hasAttributes'];

const LINK = '<a href="/inner">Next</a>';

/** Returns an HTML form with a violation of `image-alt`, whose fields have the name of a DOM member. */
export function buildHidingFields(name: string): string {
  const fields = `${LINK}<input type="password" aria-label="x" name="${name}">`.repeat(2);
  return `<form id="box-${name}"><img src="/x.png" width="40" height="40">${fields}</form>`;
}

/** The result of a page with such HTML forms that axe judges. */
export const buildJudged = (violations: number) => ({
  outcome: 'scanned',
  rules: [{ ruleId: 'image-alt', result: 'failed' }],
  findings: [{ ruleId: 'image-alt', kind: 'violation', nodeCount: violations }],
});

/** The result of a page on which axe fails. */
export const ruleFailed = {
  outcome: 'partially-scanned',
  detail: 'Rules that failed with an error: image-alt.',
  rules: [{ ruleId: 'image-alt', result: 'not-run', reason: 'The rule failed with an error on this page.' }],
  findings: [],
};
