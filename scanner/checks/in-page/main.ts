import type { PageElement } from './axe.ts';
import type { CheckedPage } from './checked-page.ts';

/** Roles of what is beside the main content, which other pages may repeat. */
export const besideRoles: ReadonlySet<string> = new Set(['navigation', 'complementary']);
const MAIN_ID = /^(?:main|content|main-?content)$/i;

/** Returns the visible element with the main content, by its role or its id; undefined without one. */
export function findMain(page: CheckedPage): PageElement | undefined {
  const isMain = (element: PageElement) => page.role(element) === 'main' && page.isVisible(element);
  const byId = page.byAttribute('id').filter((element) => MAIN_ID.test(element.attr('id') ?? ''));
  return page.elements.find(isMain) ?? byId.find((element) => page.isVisible(element));
}
