import type { PathStep } from './element-facts.ts';

/** Roles of landmarks. Source: https://www.w3.org/TR/wai-aria-1.2/#landmark_roles */
const roles = new Set([
  'banner',
  'complementary',
  'contentinfo',
  'form',
  'main',
  'navigation',
  'region',
  'search',
]);
/** Elements that are landmarks by themselves. Source: https://www.w3.org/TR/html-aam-1.0/#html-element-role-mappings */
const elements: Readonly<Record<string, string>> = {
  aside: 'complementary',
  footer: 'contentinfo',
  header: 'banner',
  main: 'main',
  nav: 'navigation',
  search: 'search',
};
/** Elements that are landmarks only if they have a name. */
const namedElements: Readonly<Record<string, string>> = { form: 'form', section: 'region' };
/** Within these elements, a header or footer belongs to a part of the page and is not a landmark. */
const parts = new Set(['article', 'aside', 'main', 'nav', 'section']);

/** Returns the landmark role of one step of a path; undefined if it is not a landmark. */
export function getLandmark(path: readonly PathStep[], at: number): string | undefined {
  const step = path[at];
  if (step === undefined) return undefined;
  const [role = ''] = step.role.trim().toLowerCase().split(/\s+/);
  if (role !== '') return roles.has(role) ? role : undefined;
  if (step.label.trim() !== '' && namedElements[step.tag] !== undefined) return namedElements[step.tag];
  const landmark = elements[step.tag];
  const isOfPart = step.tag === 'header' || step.tag === 'footer';
  return isOfPart && path.slice(0, at).some(({ tag }) => parts.has(tag)) ? undefined : landmark;
}

/** Returns the roles of the landmarks around the last step of a path, outermost first. */
export function listLandmarksAround(path: readonly PathStep[]): string[] {
  return path.slice(0, -1).flatMap((_, at) => getLandmark(path, at) ?? []);
}
