/** Members of the DOM that fields of an HTML form can hide by their names. */
export const clobberingNames = [
  ...['parentNode', 'nodeName', 'getAttribute', 'shadowRoot', 'parentElement', 'getRootNode'],
  ...['children', 'hasAttributes', 'attributes', 'style', 'firstChild'],
];
