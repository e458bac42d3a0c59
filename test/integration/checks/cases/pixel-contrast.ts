import type { CheckCases } from './check-cases.ts';

const TEXT = 'Some words over a picture that people want to read';
const picture = (color: string, to = color) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="100"><linearGradient id="g"><stop stop-color="${color}"/><stop offset="1" stop-color="${to}"/></linearGradient><rect width="400" height="100" fill="url(#g)"/></svg>`,
  )}`;
const box = (id: string, style: string, content = TEXT) =>
  `<p id="${id}" style="width: 400px; height: 60px; ${style}">${content}</p>`;

/** An underline, as some design systems draw it. */
const LINE =
  'background-image: linear-gradient(0deg, currentColor, currentColor); background-size: 100% 1px;' +
  ' background-repeat: no-repeat; background-position: 0 100%';

export const cases: CheckCases = {
  check: 'a11y-pixel-contrast',
  pages: [
    {
      kind: 'bad',
      shows: 'reports light text over a light image and over a gradient',
      html: `${box('image', `color: white; background: url('${picture('#ccc')}')`)}
        ${box('gradient', 'color: #999; background: linear-gradient(90deg, white, #eee)')}`,
      violations: ['#image', '#gradient'],
    },
    {
      kind: 'bad',
      shows: 'reports text over an image element, and far below',
      html: `<div style="position: relative"><img alt="" src="${picture('#ddd')}" style="display: block">
        <span id="over" style="position: absolute; top: 10px; left: 10px; color: #aaa">${TEXT}</span></div>
        <div style="height: 3000px"></div>${box('below', `color: white; background: url('${picture('#ccc')}')`)}`,
      violations: ['#over', '#below'],
    },
    {
      kind: 'bad',
      shows: 'reports text that an area of the page scrolls to, and not by what lies over it before',
      html: `<div style="height: 300px; overflow: auto"><div style="height: 900px"></div>${box('below', `color: white; background: url('${picture('#ccc')}')`)}
        ${box('', `color: black; background: url('${picture('#ccc')}')`)}<div style="height: 900px"></div></div><div style="height: 1500px; background: #000"></div>`,
      violations: ['#below'],
    },
    {
      kind: 'bad',
      shows: 'reports text of which an area shows only the begin of the line',
      html: `<div style="width: 200px; height: 300px; overflow: hidden auto"><div style="height: 900px"></div>${box('cut', `color: white; white-space: nowrap; background: url('${picture('#ccc')}')`)}</div>`,
      violations: ['#cut'],
    },
    {
      kind: 'bad',
      shows: 'reports the last of a hundred texts over images',
      isSlow: true,
      html:
        Array.from({ length: 99 }, () => box('', `color: black; background: url('${picture('#ccc')}')`)).join(
          '',
        ) + box('last', `color: white; background: url('${picture('#ccc')}')`),
      violations: ['#last'],
    },
    {
      kind: 'bad',
      shows: 'reports transparent text, and large text below three to one',
      html: `${box('faint', `color: rgba(0, 0, 0, 0.3); background: url('${picture('#fff')}')`)}
        ${box('large', `color: #aaa; font-size: 30px; background: url('${picture('#fff')}')`, 'Large words')}`,
      violations: ['#faint', '#large'],
    },
    {
      kind: 'good',
      shows: 'accepts dark text over a light image, and light text over a dark one',
      html: `${box('a', `color: black; background: url('${picture('#ccc')}')`)}
        ${box('b', `color: white; background: url('${picture('#222')}')`)}`,
    },
    {
      kind: 'good',
      shows: 'accepts an area between the text and the image, and large text that needs less',
      html: `<div style="background: url('${picture('#ccc')}')">${box('a', 'color: white; background: #222')}</div>
        ${box('b', `color: #888; font-size: 30px; background: url('${picture('#fff')}')`, 'Large words')}`,
    },
    {
      kind: 'bad',
      shows:
        'reports pale text with a line of a gradient below it, also beside the box that the text belongs to',
      html: `<p style="background: white"><a id="pale" href="#a" style="color: #999; ${LINE}">${TEXT}</a></p>
        <div style="position: relative; width: 500px; height: 60px; background: url('${picture('#ccc')}')">
        <div style="height: 10px; background: black"><a id="beside" href="#b" style="position: absolute; top: 20px;
        left: 0; color: white; ${LINE}">${TEXT}</a></div></div>`,
      violations: ['#pale', '#beside'],
    },
    {
      kind: 'bad',
      shows: 'reports text in the color of the picture behind it, also in a shadow root',
      html: `${box('same', `color: #ccc; background: url('${picture('#ccc')}')`)}
        <div id="host"><template shadowrootmode="open">${box('inner', `color: #eee; background: linear-gradient(white, #eee)`)}</template></div>`,
      violations: ['#same', '#host >>> #inner'],
    },
    {
      kind: 'bad',
      shows: 'reports text that a filter, a mask, a blend mode or its opacity makes pale',
      html: `${box('filter', 'filter: opacity(20%)')}${box('lighter', 'filter: contrast(0.1) brightness(1.6); color: black; background: white')}
        <div style="filter: opacity(30%)">${box('inside', '')}</div>
        ${box('mask', 'mask-image: linear-gradient(rgb(0 0 0 / 0.15), rgb(0 0 0 / 0.15))')}
        <div style="background: #ccc">${box('blended', 'color: #777; mix-blend-mode: screen')}</div>
        ${box('faded', `opacity: 0.4; color: black; background: url('${picture('#fff')}')`)}`,
      violations: ['#filter', '#lighter', '#inside', '#mask', '#blended', '#faded'],
    },
    {
      kind: 'good',
      shows: 'accepts text that stays dark below filters, masks and blend modes',
      html: `${box('', 'filter: grayscale(1) drop-shadow(0 0 2px gray)')}${box('', 'filter: invert(1); color: white; background: black')}
        ${box('', 'mask-image: linear-gradient(black, rgb(0 0 0 / 0.9))')}${box('', 'color: black; mix-blend-mode: multiply')}`,
    },
    {
      kind: 'bad',
      shows: 'reports pale placeholders, and the label of a field',
      html: `<style>::placeholder { color: #d0d0d0 } #b::placeholder { color: black; opacity: 0.2 }</style>
        <label>Boat <input id="a" placeholder="For example Sea Star"></label>
        <label>Quay <input id="b" placeholder="For example North"></label>
        <label>Notes <textarea id="c" placeholder="Anything that we should know"></textarea></label>
        <label id="label" style="display: block; width: 400px; color: white; background: linear-gradient(#ccc, #ddd)">The words of a label <input></label>
        <label style="display: block; width: 400px; color: white; background: linear-gradient(#ccc, #ddd)">Of an inactive field <input disabled></label>
        <label>Crew <input placeholder="Names" disabled></label> <label>Port <input placeholder="Names" value="Kiel"></label>`,
      violations: ['#a', '#b', '#c', '#label'],
    },
    {
      kind: 'good',
      shows: 'accepts placeholders as browsers show them, and dark ones',
      html: `<style>#b { background: navy } #b::placeholder { color: white }</style>
        <label>Boat <input placeholder="For example Sea Star"></label>
        <label>Quay <input id="b" placeholder="For example North"></label>`,
    },
    {
      kind: 'bad',
      shows: 'reports pale texts of style sheets, first lines, and texts of elements without a box',
      html: `<style>#new::after { content: ' New today'; color: #ccc } @media all { #old { &::before { content: attr(data-age); color: #bbb } } }
        #first::first-line { color: #ccc } #none { display: contents; color: #ccc }</style>
        <p id="new">Ferries</p><p id="old" data-age="Ten years old. ">Boats</p>
        <p id="first" style="width: 200px">${TEXT}</p><p>Some <span id="none">pale words</span> here</p>`,
      violations: ['#new', '#old', '#first', '#none'],
    },
    {
      kind: 'good',
      shows: 'accepts dark texts of style sheets, symbols, and what is only for screen readers',
      html: `<style>.new::after { content: ' New today'; color: #222 } .icon::before { content: '→'; color: #ccc }
        .label::after { content: 'Sale'; color: white; background: #a00; position: absolute; right: 0 }
        .hidden::after { content: 'Hidden text'; color: #ccc; position: absolute; width: 1px; height: 1px; overflow: hidden }
        .first::first-line { font-weight: bold } .none { display: contents }</style>
        <p class="new">Ferries</p><p class="icon">Boats</p><p class="label" style="position: relative">Tickets</p><p class="hidden">Ports</p>
        <p class="first" style="width: 200px">${TEXT}</p><p>Some <span class="none">dark words</span> here</p>`,
    },
    {
      kind: 'good',
      shows: 'accepts dark text in narrow lines, in large letters and in italics',
      html: `${box('', `line-height: 0.6; color: #222; background: url('${picture('#fff')}')`)}
        ${box('', `font: italic bold 40px/0.7 serif; color: #333; background: linear-gradient(white, #eee)`, 'Jolly fjord gypsy')}
        <p style="width: 400px; background: linear-gradient(white, #eee)"><span style="display: inline-block; line-height: 8px; color: #222">${TEXT}</span></p>`,
    },
    {
      kind: 'bad',
      shows: 'reports text that something half transparent in front of it makes pale',
      html: `<div style="position: relative; background: url('${picture('#fff')}')">${box('veiled', 'color: #222')}
        <div style="position: absolute; inset: 0; background: rgb(255 255 255 / 0.8); pointer-events: none"></div></div>`,
      violations: ['#veiled'],
    },
    {
      kind: 'good',
      shows: 'accepts dark text with a line of a gradient below it, and letters that are not painted',
      html: `<p style="background: white"><a href="#a" style="color: #222; ${LINE}">${TEXT}</a></p>
        <p style="color: transparent; background: linear-gradient(#fff, #eee)">${TEXT}</p>
        <style>@keyframes turn { to { transform: rotate(1turn) } } .busy { color: transparent; position: relative; background: linear-gradient(#fff, #eee) }
        .busy::after { content: ''; position: absolute; inset: 4px 40%; border: 2px solid #456; border-top-color: #fff; animation: turn 1s linear infinite }</style>
        <button class="busy">Loading the timetable</button>`,
    },
    {
      kind: 'bad',
      shows: 'reports text of which a part cannot be read',
      html: box('a', `color: white; background: url('${picture('#000', '#fff')}')`),
      violations: ['#a'],
    },
    {
      kind: 'borderline',
      shows: 'does not decide about an image over which a part of the text is hard to read',
      html: box('a', `color: white; background: url('${picture('#000', '#888')}')`),
    },
    {
      kind: 'borderline',
      shows: 'accepts inactive controls, logos, and text with a shadow',
      html: `<button disabled style="color: white; background: url('${picture('#ccc')}')">Send the words</button>
        <p class="logo" style="color: white; background: url('${picture('#ccc')}')">${TEXT}</p>
        ${box('a', `color: white; text-shadow: 0 0 4px black; background: url('${picture('#ccc')}')`)}`,
    },
    {
      kind: 'borderline',
      shows: 'accepts text under something else, and an image that was not loaded',
      html: `<div style="position: relative">${box('a', `color: white; background: url('${picture('#ccc')}')`)}
        <div style="position: absolute; inset: 0; background: teal"></div></div>
        ${box('b', "color: black; background: url('/missing.png')")}`,
    },
  ],
};
