import type { CheckedPage } from '../checked-page.ts';

/** Names of controls that extend or turn off a time limit, in some languages. */
const EXTENDING =
  /\b(?:extend|stay|keep|continue|more time|remain|cancel|stop|pause|turn off|disable|verlänger|angemeldet bleiben|fortsetzen|weiter|abbrechen|anhalten|prolonger|rester|continuer|annuler|arrêter|ampliar|continuar|permanecer|cancelar|detener|estendi|prolunga|continua|annulla|verleng|blijf|doorgaan|annuleer)/i;

/** True if the page shows a dialog or a control that may extend the time. It has passed when this is called. */
export function showsWarning(page: CheckedPage): boolean {
  const dialogs = [
    ...page.byTag('dialog'),
    ...page.byAttribute('role').filter((element) => isDialog(page.role(element))),
  ];
  if (dialogs.some((dialog) => page.isVisible(dialog))) return true;
  const controls = [...page.byTag('button', 'input', 'a'), ...page.byAttribute('role')];
  return controls.some((control) => EXTENDING.test(page.name(control)) && page.isVisible(control));
}

function isDialog(role: string | null): boolean {
  return role === 'dialog' || role === 'alertdialog' || role === 'alert';
}
