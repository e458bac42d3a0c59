const teasers = [
  ['Regional trains on Sunday', 'Buses replace all trains between the harbour and the airport until noon.'],
  ['New opening hours', 'The ticket office opens at seven on working days from next month.'],
  ['Lost property', 'Umbrellas, keys and one cello wait for their owners at the central station.'],
  ['Summer timetable', 'Ferries run every quarter of an hour while the schools are closed.'],
  ['Works at platform four', 'The lift is repaired, so please take the ramp near the kiosk.'],
  ['Cheaper evenings', 'Day tickets cost half after six, also at weekends and on holidays.'],
  ['Bicycles on board', 'Two wagons of each train carry bicycles without a reservation.'],
  ['A quieter depot', 'Neighbours of the depot measured ten decibels less than a year ago.'],
] as const;
const slogans = ['Travel light, arrive early.', 'Your seat is waiting.', 'Ride now and pay on Friday.'];

/**
 * Adds what changes on real pages at each visit: a clock, three of eight teasers, one of two variants of a section, and
 * an advertisement in a frame.
 * @param visit number of the visit, which determines what is shown
 */
export function addRotatingContent(html: string, visit: number): string {
  const shown = [0, 3, 5].map(
    (step) => teasers[(visit * 3 + step) % teasers.length] as (typeof teasers)[number],
  );
  const time = new Date(1_700_000_000_000 + visit * 61_003).toISOString();
  const variant =
    visit % 2 === 0
      ? '<section><h2>Plan your trip</h2><p>Choose a start, a destination and a time of the day.</p></section>'
      : '<section class="wide"><h2>Where do you want to go?</h2><p>Name two stops, and see all connections.</p></section>';
  const added = [
    `<section><h2>News</h2><p>Updated at <time datetime="${time}">${time.slice(11, 19)}</time></p>`,
    ...shown.map(([title, text]) => `<article><h3>${title}</h3><p>${text}</p></article>`),
    `</section>${variant}`,
    `<iframe title="Advertisement" srcdoc="&lt;html lang=en&gt;&lt;title&gt;Advertisement&lt;/title&gt;&lt;p&gt;${slogans[visit % slogans.length]}"></iframe>`,
  ].join('\n');
  const end = html.toLowerCase().lastIndexOf('</body>');
  return end < 0 ? html + added : html.slice(0, end) + added + html.slice(end);
}
