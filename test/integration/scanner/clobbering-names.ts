import { expect } from 'vitest';

/** Members of the DOM that fields of an HTML form can hide by their names, while axe still judges the page. */
export const judgedNames = ['shadowRoot', 'parentElement', 'children', 'attributes', 'style', 'firstChild'];

/** Others of which the same is true, which are tested with all rules only by `npm run test:all`. */
export const otherNames = [
  ...['action', 'append', 'ariaLabel', 'checkVisibility', 'className', 'clientHeight', 'closest', 'contains'],
  ...['dataset', 'dir', 'elements', 'firstElementChild', 'getAttributeNames', 'hasAttribute', 'hidden', 'id'],
  ...['innerHTML', 'innerText', 'isConnected', 'isEqualNode', 'lang', 'lastChild', 'length', 'localName'],
  ...['matches', 'method', 'name', 'namespaceURI', 'nextElementSibling', 'nextSibling', 'nodeValue'],
  ...['offsetParent', 'outerHTML', 'ownerDocument', 'previousSibling', 'querySelector', 'querySelectorAll'],
  ...['remove', 'role', 'scrollHeight', 'submit', 'tabIndex', 'tagName', 'target', 'textContent', 'title'],
];

/** Members that axe-core itself needs: the HTML form is not tested if one of them is hidden. */
export const failingNames = [
  ...['childNodes', 'nodeType', 'nodeName', 'parentNode', 'getRootNode', 'compareDocumentPosition'],
  ...['getAttribute', 'hasAttributes', 'classList', 'getBoundingClientRect', 'getClientRects'],
];

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
