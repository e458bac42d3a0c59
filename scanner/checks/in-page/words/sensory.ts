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
  /** Parts of content that a color can single out. */
  subjects: readonly string[];
  /** Colors that single something out, with all endings, without those of ordinary text. */
  colors: readonly string[];
  /** Verbs and adjectives of a sentence that says what the color means. */
  meanings: readonly string[];
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
    subjects:
      'field fields question questions item items entry entries option options text texts word words row rows cell cells date dates section sections name names value values result results'.split(
        ' ',
      ),
    colors: 'red green blue yellow orange'.split(' '),
    meanings:
      'are is must have need needs mean means indicate indicates shows show required mandatory compulsory'.split(
        ' ',
      ),
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
    subjects:
      'feld felder frage fragen eintrag einträge text texte wort wörter zeile zeilen zelle zellen termin termine abschnitt abschnitte name namen wert werte ergebnis ergebnisse'.split(
        ' ',
      ),
    colors:
      'rot rote roten rotes grün grüne grünen grünes blau blaue blauen blaues gelb gelbe gelben gelbes orange'.split(
        ' ',
      ),
    meanings: 'sind ist müssen muss bedeutet bedeuten zeigt zeigen pflicht pflichtfelder erforderlich'.split(
      ' ',
    ),
  },
  fr: {
    actions: 'cliquez appuyez choisissez sélectionnez utilisez touchez cliquer appuyer'.split(' '),
    controls: 'bouton boutons icône lien liens flèche cercle champ symbole menu'.split(' '),
    looks: 'rouge vert verte bleu bleue jaune orange rond ronde carré carrée grand grande'.split(' '),
    positions: ['à droite', 'à gauche', 'sur la droite', 'sur la gauche'],
    looksFollow: true,
    subjects:
      'champ champs question questions élément éléments texte textes mot mots ligne lignes cellule cellules date dates section sections nom noms valeur valeurs résultat résultats'.split(
        ' ',
      ),
    colors: 'rouge rouges vert verts verte vertes bleu bleus bleue bleues jaune jaunes orange'.split(' '),
    meanings:
      'sont est doivent doit signifie signifient indique indiquent obligatoire obligatoires requis'.split(
        ' ',
      ),
  },
  es: {
    actions: 'pulse pulsa haga haz presione presiona seleccione selecciona use utilice toque'.split(' '),
    controls: 'botón botones icono enlace flecha círculo campo símbolo menú'.split(' '),
    looks: 'rojo roja verde azul amarillo amarilla naranja redondo redonda cuadrado cuadrada grande'.split(
      ' ',
    ),
    positions: ['a la derecha', 'a la izquierda', 'de la derecha', 'de la izquierda'],
    looksFollow: true,
    subjects:
      'campo campos pregunta preguntas elemento elementos texto textos palabra palabras fila filas celda celdas fecha fechas sección secciones nombre nombres valor valores resultado resultados'.split(
        ' ',
      ),
    colors:
      'rojo rojos roja rojas verde verdes azul azules amarillo amarillos amarilla amarillas naranja'.split(
        ' ',
      ),
    meanings:
      'son es están está deben debe significa significan indica indican obligatorio obligatorios obligatoria obligatorias'.split(
        ' ',
      ),
  },
};
