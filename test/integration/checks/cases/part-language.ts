import type { CheckCases } from './check-cases.ts';

const ENGLISH =
  'The library is open until six in the evening today, and all of the books that are here can be borrowed by everybody.';
const FRENCH =
  'La bibliothèque est ouverte jusqu’à dix-huit heures aujourd’hui, et tous les livres peuvent être empruntés par tout le monde.';

export const cases: CheckCases = {
  check: 'a11y-part-language',
  pages: [
    {
      kind: 'bad',
      shows: 'reports a declared language that is wrong',
      html: `<p>${ENGLISH}</p><p lang="de" id="wrong">${FRENCH}</p><p>${ENGLISH} <span lang="fr" id="word">The library is closed on every Sunday and holiday</span></p>`,
      violations: ['#wrong', '#word'],
    },
    {
      kind: 'bad',
      shows: 'reports a short sentence whose own attribute is wrong',
      html: `<p>${ENGLISH} They say: <span lang="de" id="short">Les enfants jouent dans le jardin</span></p>`,
      violations: ['#short'],
    },
    {
      kind: 'borderline',
      shows:
        'accepts short sentences in the declared language, with few words, or that could be in both languages',
      html: `<p>${ENGLISH} They say: <span lang="fr">Les enfants jouent dans le jardin</span>, which is in
        <span lang="de">Les Jardins d’Enfants</span>.</p><p id="none">Les enfants jouent dans le jardin</p>
        <p>${ENGLISH} <span lang="it">La casa grande de mi amiga</span></p>`,
    },
    {
      kind: 'bad',
      shows: 'asks about a few words whose attribute differs from the language around them, which is theirs',
      html: `<p>${ENGLISH}</p><div lang="fr"><p lang="de" id="few">Joyeux anniversaire à tous</p></div>
        <p lang="fr" id="page">Happy new year to you</p>`,
      reviews: ['#few', '#page'],
    },
    {
      kind: 'borderline',
      shows: 'accepts a few words in the language of their attribute, in a third language, and names',
      html: `<p>${ENGLISH}</p><p lang="fr">Joyeux anniversaire</p><p lang="de">Joyeux anniversaire</p>
        <ul><li><a lang="fr" href="/fr">Français</a></li><li><a lang="pt-BR" href="/pt">Português do Brasil</a></li>
        <li><a lang="de" href="/de">Deutsche Fassung</a></li></ul><p lang="de">Big Apple Company</p>`,
    },
    {
      kind: 'bad',
      shows: 'reports a long text in another language that does not declare it',
      html: `<p>${ENGLISH}</p><blockquote id="quote">${FRENCH}</blockquote>`,
      violations: ['#quote'],
    },
    {
      kind: 'bad',
      shows: 'asks about a shorter one',
      html: `<p>${ENGLISH}</p><p id="short">La bibliothèque est ouverte tous les jours</p>`,
      reviews: ['#short'],
    },
    {
      kind: 'good',
      shows: 'accepts declared languages',
      html: `<p>${ENGLISH}</p><div lang="fr-CA"><p>${FRENCH}</p><q lang="en">${ENGLISH}</q></div>`,
    },
    { kind: 'good', shows: 'accepts one language', html: `<p>${ENGLISH}</p><ul><li>${ENGLISH}</li></ul>` },
    {
      kind: 'borderline',
      shows: 'accepts names, titles and code',
      html: `<p>${ENGLISH}</p><p>Bibliothèque Nationale, Musée d’Orsay, Centre Pompidou, Opéra Bastille</p>
        <code>${FRENCH}</code><p translate="no">${FRENCH}</p>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts short, hidden and made-up text, and an unknown language',
      html: `<p>${ENGLISH}</p><p>Où est la gare ?</p><p hidden>${FRENCH}</p><p lang="cy">${FRENCH}</p>
        <p lang="">${FRENCH}</p><p>Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor.</p>`,
    },
    {
      kind: 'borderline',
      shows: 'leaves the language of most of the text to the check of the page',
      html: `<p>${FRENCH}</p><p>${FRENCH} ${FRENCH}</p>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts a text in another language that is hidden within one that is shown',
      html: `<p>${ENGLISH}</p><p>The library is open. <span hidden>${FRENCH} ${FRENCH}</span></p>`,
    },
  ],
};
