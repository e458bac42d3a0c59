import { expect } from 'vitest';

/** Members of the DOM that fields of an HTML form can hide by their names, while axe still judges the page. */
export const judgedNames = [
  ...['parentNode', 'shadowRoot', 'parentElement'],
  ...['children', 'attributes', 'style', 'firstChild'],
];

/** The same, if the page has no other HTML form. */
export const judgedAlone = ['getRootNode'];

/** Members that axe-core itself needs: the HTML form is not tested if one of them is hidden. */
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

/** The result of a page of which the HTML form is not tested. */
export const fieldsOmitted = {
  outcome: 'partially-scanned',
  detail: expect.stringContaining('content of an HTML form'),
  rules: [{ ruleId: 'image-alt', result: 'inapplicable' }],
  framesNotJudged: 1,
  findings: [],
};
