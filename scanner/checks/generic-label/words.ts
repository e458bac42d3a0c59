import type { ByLanguage } from '../in-page/words/languages.ts';

/** Names of fields that do not say what to enter, in lower case without punctuation. */
export const genericLabels: ByLanguage<readonly string[]> = {
  de: ['auswahl', 'daten', 'eingabe', 'eingabefeld', 'feld', 'info', 'menü', 'text', 'textfeld', 'wert'],
  en: [
    'data',
    'edit',
    'enter',
    'enter text',
    'enter text here',
    'field',
    'info',
    'information',
    'input',
    'input field',
    'menu',
    'option',
    'required',
    'text',
    'text field',
    'textbox',
    'type here',
    'value',
  ],
  es: ['campo', 'datos', 'entrada', 'info', 'información', 'menú', 'texto', 'valor'],
  fr: ['champ', 'champ de texte', 'données', 'info', 'information', 'menu', 'saisie', 'texte', 'valeur'],
};

/** Those of them that never say which date or time to enter, in any of the languages. */
export const notOfDates: ReadonlySet<string> = new Set([
  'champ de texte',
  'enter text',
  'enter text here',
  'info',
  'información',
  'information',
  'menu',
  'menú',
  'menü',
  'text field',
  'textbox',
  'textfeld',
  'type here',
]);
