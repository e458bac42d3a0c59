import type { ByLanguage } from './languages.ts';

/** Words of instructions that rely on shape, colour or position, in lower case. */
export interface SensoryWords {
  /** What an instruction asks for. */
  actions: readonly string[];
  /** What is operated. */
  controls: readonly string[];
  /** Shapes, sizes and colours, with all endings. */
  looks: readonly string[];
  /** Phrases for a position. */
  positions: readonly string[];
  /** True if looks stand after the control. */
  looksFollow?: boolean;
}

export const sensoryWords: ByLanguage<SensoryWords> = {
  en: {
    actions: 'click press tap push select choose use touch hit'.split(' '),
    controls: 'button buttons icon icons link links box square circle arrow field tab symbol menu'.split(' '),
    looks:
      'red green blue yellow orange purple pink grey gray black white round square triangular large big small'.split(
        ' ',
      ),
    positions: [
      'on the right',
      'on the left',
      'to the right',
      'to the left',
      'on your right',
      'on your left',
      'at the top right',
      'in the right column',
      'in the left column',
    ],
  },
  de: {
    actions: 'klicken drücken tippen wählen benutzen klicke drücke tippe wähle nutzen'.split(' '),
    controls: 'knopf button schaltfläche symbol icon link kreis pfeil taste feld menü'.split(' '),
    looks:
      'rote roten rotes grüne grünen grünes blaue blauen blaues gelbe gelben gelbes runde runden rundes eckige eckigen große großen großes'.split(
        ' ',
      ),
    positions: [
      'auf der rechten seite',
      'auf der linken seite',
      'rechts oben',
      'links oben',
      'rechts unten',
      'in der rechten spalte',
      'in der linken spalte',
    ],
  },
  fr: {
    actions: 'cliquez appuyez choisissez sélectionnez utilisez touchez cliquer appuyer'.split(' '),
    controls: 'bouton boutons icône lien liens flèche cercle champ symbole menu'.split(' '),
    looks: 'rouge vert verte bleu bleue jaune orange rond ronde carré carrée grand grande'.split(' '),
    positions: ['à droite', 'à gauche', 'sur la droite', 'sur la gauche'],
    looksFollow: true,
  },
  es: {
    actions: 'pulse pulsa haga haz presione presiona seleccione selecciona use utilice toque'.split(' '),
    controls: 'botón botones icono enlace flecha círculo campo símbolo menú'.split(' '),
    looks: 'rojo roja verde azul amarillo amarilla naranja redondo redonda cuadrado cuadrada grande'.split(
      ' ',
    ),
    positions: ['a la derecha', 'a la izquierda', 'de la derecha', 'de la izquierda'],
    looksFollow: true,
  },
};
