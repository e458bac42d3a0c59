import type { ByLanguage } from '../in-page/words/languages.ts';

/** Words in the names of controls that move something. */
export interface MoveWords {
  /** Say it with any other words. */
  verbs: readonly string[];
  /** Say it only without other words than small ones: "Sign up" moves nothing. */
  directions: readonly string[];
  small: readonly string[];
  /** Say it as the name of a field. */
  positions: readonly string[];
}

export const moveWords: ByLanguage<MoveWords> = {
  de: {
    verbs: ['verschieben', 'bewegen', 'umsortieren', 'umordnen', 'anordnen'],
    directions: ['oben', 'unten', 'hoch', 'runter', 'links', 'rechts', 'aufwärts', 'abwärts'],
    small: ['nach', 'einen', 'eine', 'ein', 'platz', 'position', 'zeile', 'weiter'],
    positions: ['position', 'platz'],
  },
  en: {
    verbs: ['move', 'reorder', 'rearrange', 'arrange'],
    directions: ['up', 'down', 'left', 'right'],
    small: ['to', 'the', 'one', 'a', 'position', 'row'],
    positions: ['position'],
  },
  es: {
    verbs: ['mover', 'desplazar', 'reordenar'],
    directions: ['subir', 'bajar', 'arriba', 'abajo', 'izquierda', 'derecha'],
    small: ['hacia', 'a', 'la', 'un', 'una', 'puesto', 'posición', 'fila'],
    positions: ['posición'],
  },
  fr: {
    verbs: ['déplacer', 'réordonner'],
    directions: ['monter', 'descendre', 'haut', 'bas', 'gauche', 'droite'],
    small: ['vers', 'le', 'la', 'à', 'en', 'd', 'un', 'une', 'cran', 'position', 'ligne'],
    positions: ['position'],
  },
};
