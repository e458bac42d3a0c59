/** Names of links to lists of all pages, or to a search, in lower case without punctuation, in some languages. */
export const overviewNames: ReadonlySet<string> = new Set([
  ...[
    'site map',
    'sitemap',
    'a z',
    'a to z',
    'index',
    'all pages',
    'contents',
    'table of contents',
    'search',
  ],
  ...['seitenübersicht', 'übersicht', 'inhaltsverzeichnis', 'suche', 'suchen', 'stichwörter'],
  ...['plan du site', 'index alphabétique', 'recherche', 'rechercher', 'sommaire'],
  ...['mapa del sitio', 'mapa web', 'buscar', 'búsqueda', 'índice'],
]);
