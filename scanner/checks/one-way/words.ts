import { toPhrase, toWords } from '../in-page/words/languages.ts';

/** Names of links to lists of all pages, in lower case without punctuation, in some languages. */
const overviewNames: ReadonlySet<string> = new Set([
  ...['site map', 'sitemap', 'a z', 'a to z', 'index', 'all pages', 'contents', 'table of contents'],
  ...['seitenübersicht', 'übersicht', 'inhaltsverzeichnis', 'stichwörter'],
  ...['plan du site', 'index alphabétique', 'sommaire'],
  ...['mapa del sitio', 'mapa web', 'índice'],
]);
/** Words of controls that search, in some languages. */
const searchWords: ReadonlySet<string> = new Set(
  (
    'search suche suchen recherche rechercher chercher buscar búsqueda busca pesquisar pesquisa cerca ricerca zoeken ' +
    'zoek szukaj wyszukaj sök søg søk haku'
  ).split(' '),
);
/** Words of controls that search in a part of the page only. */
const filterWords: ReadonlySet<string> = new Set(
  'filter filtern filtrer filtrar filtra filteren table tabelle tableau tabla tabella tabel column row'.split(
    ' ',
  ),
);
/** Longer names are those of articles, such as "Search for the oldest tree goes on". */
const WORDS_MAX = 4;

/** True for the name of a link to a list of all pages. */
export function isOverviewName(name: string): boolean {
  return overviewNames.has(toPhrase(name));
}

/** True for the name of a control that searches the site. */
export function isSearchName(name: string): boolean {
  const words = toWords(name);
  return words.length <= WORDS_MAX && words.some((word) => searchWords.has(word)) && !isFilterName(name);
}

/** True for the name of a field that filters a part of the page. */
export function isFilterName(name: string): boolean {
  return toWords(name).some((word) => filterWords.has(word));
}
