/** Parts of texts that announce a new window, in lower case, by language. */
export const newWindowWords: Readonly<Record<string, readonly string[]>> = {
  en: ['new window', 'new tab', 'new browser', 'opens in', 'opens a', 'pop-up', 'popup', 'external'],
  de: ['neues fenster', 'neuem fenster', 'neuer tab', 'neuen tab', 'neuem tab', 'extern'],
  fr: ['nouvelle fenêtre', 'nouvel onglet', 'autre fenêtre', 'externe'],
  es: ['nueva ventana', 'otra ventana', 'nueva pestaña', 'extern'],
  it: ['nuova finestra', 'altra finestra', 'nuova scheda', 'estern'],
  nl: ['nieuw venster', 'nieuw tabblad', 'extern'],
  pt: ['nova janela', 'nova aba', 'novo separador', 'extern'],
  sv: ['nytt fönster', 'ny flik', 'extern'],
  da: ['nyt vindue', 'ny fane', 'ekstern'],
  no: ['nytt vindu', 'ny fane', 'ekstern'],
  nb: ['nytt vindu', 'ny fane', 'ekstern'],
  pl: ['nowym oknie', 'nowe okno', 'nowej karcie', 'zewnętrzn'],
  cs: ['novém okně', 'nové okno', 'nové kartě', 'nový panel', 'extern'],
};
