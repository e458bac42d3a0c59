import type { ByLanguage } from '../in-page/words/languages.ts';

/** Words in the names of controls that move something. */
export const moveWords: ByLanguage<readonly string[]> = {
  de: [
    'verschieben',
    'bewegen',
    'oben',
    'unten',
    'hoch',
    'runter',
    'links',
    'rechts',
    'position',
    'sortieren',
  ],
  en: ['move', 'up', 'down', 'left', 'right', 'reorder', 'position', 'sort', 'arrange'],
  es: [
    'mover',
    'subir',
    'bajar',
    'arriba',
    'abajo',
    'izquierda',
    'derecha',
    'reordenar',
    'posición',
    'ordenar',
  ],
  fr: ['déplacer', 'monter', 'descendre', 'haut', 'bas', 'gauche', 'droite', 'position', 'trier', 'ordonner'],
};
