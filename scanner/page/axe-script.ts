/** Patterns of axe-core 4.14.1's minified script, and what replaces them. Each occurs once. */
const adaptations: readonly [RegExp, string][] = [
  // `getOverflowHiddenAncestors`: the elements whose hidden overflow cuts an element.
  [
    /("hidden"===([\w$]+)\.getComputedStylePropertyValue\("overflow"\)&&([\w$]+)\.push\(\2\),\3\.concat\()([\w$]+\(\2\.parent\))\)/g,
    '$1globalThis.a11yReach?a11yReach.listCutting($2,$4):$4)',
  ],
  // `isVisibleOnScreen`: its functions for opacity, scrolling boxes, hidden overflow, clipping and positions.
  [
    /(=\[[\w$]+,[\w$]+,[\w$]+,[\w$]+,)([\w$]+)\]/g,
    '$1(element,options)=>$2(element,options)&&!globalThis.a11yReach?.canScrollTo(element)]',
  ],
  // `flattenTree`: the nodes of a document, one after the other.
  [
    /(function [\w$]+\(([\w$]+),[\w$]+,[\w$]+\)\{)(var [\w$]+,[\w$]+,[\w$]+=\(\2=\2\.documentElement\?\2\.documentElement:\2\)\.nodeName\.toLowerCase\(\))/g,
    '$1if(globalThis.a11yIsUnreadable?.($2))return;$3',
  ],
  // `getSelectorData`: the elements that are not in the tree, from which selectors are built.
  [/(\._elmToIdx\.has\(([\w$]+)\)\|\|)\(/g, '$1globalThis.a11yIsUnreadable?.($2)||('],
];

/**
 * Returns axe-core's script as the scanner sends it. axe-core takes an element as hidden if it lies outside an element
 * with hidden overflow, or below the window in a fixed element: also if something between the two scrolls to it, as in
 * an application with a fixed frame. The script asks `a11yReach` of its world; without it, the answers are axe's own.
 * And all rules of axe-core fail if the name of a field hides a member of its HTML form that axe-core needs: the script
 * omits what `a11yIsUnreadable` says of.
 * @param source axe-core's minified script
 * @throws Error if the script is another one
 */
export function prepareAxeScript(source: string): string {
  let adapted = source;
  for (const [pattern, replacement] of adaptations) {
    const { length } = adapted.match(pattern) ?? [];
    if (length !== 1)
      throw new Error(`axe-core's script has ${length ?? 0} parts like ${pattern}, and not one`);
    adapted = adapted.replace(pattern, replacement);
  }
  return escapeNonAscii(adapted);
}

/**
 * Returns a script with all non-ASCII characters escaped. The browser then stores it with one byte per character, which
 * is a third faster. Escapes are valid in strings, regular expressions and names, and thus everywhere in axe-core's
 * minified source.
 */
function escapeNonAscii(script: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are part of ASCII
  return script.replace(/[^\x00-\x7f]/g, (character) => `\\u${hex(character)}`);
}

function hex(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(4, '0');
}
