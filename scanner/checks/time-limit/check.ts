import { askReview, type Check, fail, pass } from '../check.ts';
import type { CheckedPage } from '../in-page/checked-page.ts';
import { listTextParts } from '../in-page/text-parts.ts';
import { showsWarning } from '../in-page/time/warning.ts';
import { definition } from './definition.ts';

/** Texts that may state the time limit, in some languages. */
const LIMIT_STATED =
  /\b(?:minutes?|hours?|session|inactiv|automatic|expire|log(?:ged)? ?out|sign(?:ed)? ?out|time ?out|minuten|stunden|sitzung|automatisch|abgemeldet|heures?|automatique|déconnect|minutos|horas?|sesión|automátic|minuti|sessione|automatic|uren|sessie)/i;

const sentences = {
  leave: 'A script opens another page by itself',
  reload: 'A script loads the page again by itself',
  route: 'A script shows another page of the app by itself',
  request: 'A script asks the server to end the session by itself',
};

/** Reports how the page ends by itself after more than a minute. */
export const check: Check = function* (page) {
  if (!page.isWhole) return;
  const { limit } = page.time;
  if (limit === undefined) {
    yield pass();
    return;
  }
  const { kind, url, withinMinutes, isAfterRefusal, hasChanged } = limit;
  const message = `${sentences[kind]} within ${withinMinutes} minutes.`;
  const data = { url, withinMinutes };
  // The user may lose nothing when a page is loaded again, and a request does not prove that the session ends. A page
  // whose request is refused may believe that the session has ended.
  const isSilent = !hasChanged && !showsWarning(page) && !statesLimit(page);
  const isCertain = kind === 'leave' && !isAfterRefusal && isSilent;
  if (isCertain) yield fail(page.root, `${message} The page shows no warning before.`, data);
  else yield askReview(page.root, `${message} ${definition.question}`, data);
};

/** Also a hidden text may state the limit, because users may have read it before. */
function statesLimit(page: CheckedPage): boolean {
  return listTextParts(page.root, { withHidden: true }).some(({ text }) => LIMIT_STATED.test(text));
}
