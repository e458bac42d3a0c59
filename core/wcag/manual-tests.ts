/** How people test a success criterion. */
export interface ManualTest {
  /** Why no automated rule can decide the whole criterion. */
  why: string;
  /** What a person has to do. */
  test: string;
}

/**
 * For each success criterion, why it takes a person and what the person does: in our words, based on
 * https://www.w3.org/WAI/WCAG22/Understanding/. A unit test checks that every criterion is here.
 */
const manualTests: Readonly<Record<string, readonly [why: string, test: string]>> = {
  '1.1.1': [
    'Whether a text says what an image shows, or an image is only decoration, depends on its meaning.',
    'Compare each image, icon and chart with its text alternative.',
  ],
  '1.2.1': [
    'Whether a transcript has the content of a recording can be judged only by listening or watching.',
    'Play recordings that have only sound or only pictures, and compare each with its transcript.',
  ],
  '1.2.2': [
    'Whether captions match the sound can be judged only by listening.',
    'Play videos with captions, and check that they have all speech and sounds that matter.',
  ],
  '1.2.3': [
    'Whether a video shows something that its sound does not say can be judged only by watching.',
    'Play videos without looking; check that a description or transcript says what is missing.',
  ],
  '1.2.4': [
    'A live broadcast exists only while it is sent.',
    'Watch a live broadcast, and check its captions.',
  ],
  '1.2.5': [
    'Whether a video shows something that its sound does not say can be judged only by watching.',
    'Play videos without looking; check that an audio description says what is missing.',
  ],
  '1.2.6': [
    'Whether signing matches the speech can be judged only by people who know the sign language.',
    'Have a person who knows the sign language compare signing and speech of videos.',
  ],
  '1.2.7': [
    'Whether pauses are long enough for a description can be judged only by watching.',
    'Check videos without pauses for a version with extended audio description.',
  ],
  '1.2.8': [
    'Whether a text has the content of a video can be judged only by comparing both.',
    'Compare each video with its text alternative.',
  ],
  '1.2.9': [
    'A live broadcast exists only while it is sent.',
    'Listen to a live broadcast, and check that a text of it is offered.',
  ],
  '1.3.1': [
    'Whether the markup of a page matches its look depends on what the layout means.',
    'Compare headings, lists, tables and groups as they look with what a screen reader announces.',
  ],
  '1.3.2': [
    'Which order of the content makes sense depends on its meaning.',
    'Read the page with a screen reader or without styles, and check that the order makes sense.',
  ],
  '1.3.3': [
    'Whether an instruction can be followed without seeing or hearing depends on its meaning.',
    'Look for instructions such as “the round button” or “on the right” without another hint.',
  ],
  '1.3.4': [
    'Whether one orientation is essential, as for a piano app, depends on the purpose of the page.',
    'Turn a phone or tablet, and check that the page works both ways.',
  ],
  '1.3.5': [
    'Whether a field asks for data about the user depends on its meaning.',
    'Check that fields for data of the user, such as name or email, have the matching autocomplete.',
  ],
  '1.3.6': [
    'The purpose of icons and regions depends on their meaning.',
    'Check that icons, controls and regions have a purpose that software can read.',
  ],
  '1.4.1': [
    'Whether a color carries information depends on its meaning.',
    'View the page in gray, and check that links, states, errors and charts can be distinguished.',
  ],
  '1.4.2': [
    'Whether sound disturbs and can be stopped can be judged only by using the page.',
    'Open pages with sound; check that what plays for more than 3 seconds can be stopped at once.',
  ],
  '1.4.3': [
    'What is behind text on pictures, gradients and videos differs from one spot to the next.',
    'Measure the contrast of text on pictures, in images, and in states such as hover.',
  ],
  '1.4.4': [
    'Whether enlarged text can still be read and used takes a look at the page.',
    'Enlarge the page to 200 %, and check that nothing is cut off or covered.',
  ],
  '1.4.5': [
    'Whether an image shows text, and whether it could be real text, takes a look at it.',
    'Look for images with text that is not a logo.',
  ],
  '1.4.6': [
    'What is behind text on pictures, gradients and videos differs from one spot to the next.',
    'Measure the contrast of text on pictures, in images, and in states such as hover.',
  ],
  '1.4.7': [
    'Whether background sound disturbs speech can be judged only by listening.',
    'Listen to recordings of speech, and check that the background is low or can be turned off.',
  ],
  '1.4.8': [
    'Whether users can choose colors and widths can be judged only by trying.',
    'Check blocks of text: width, spacing, alignment, and that colors can be chosen.',
  ],
  '1.4.9': [
    'Whether an image shows text takes a look at it.',
    'Look for images with text that is not essential, such as a logo.',
  ],
  '1.4.10': [
    'Whether a part needs two dimensions, as a map does, depends on its purpose.',
    'View the page at a width of 320 px, and check that it works without scrolling sideways.',
  ],
  '1.4.11': [
    'Which parts of a control or chart are needed to understand it depends on its design.',
    'Measure the contrast of borders, icons, states and charts with what is next to them.',
  ],
  '1.4.12': [
    'Whether text with more spacing can still be read takes a look at the page.',
    'Set the spacing of text as the criterion says, and check that nothing is cut off or covered.',
  ],
  '1.4.13': [
    'What appears on hover or focus, and whether it disturbs, can be judged only by using the page.',
    'Open tooltips and menus by mouse and keyboard; check that they stay, can be pointed at, and close by Escape.',
  ],
  '2.1.1': [
    'Whether everything that a mouse can do also works by keyboard can be judged only by doing it.',
    'Put the mouse away, and do every task of the page by keyboard.',
  ],
  '2.1.2': [
    'Whether a part can be left by keyboard, and users learn it, can be judged only by trying.',
    'Move through the page by Tab and Shift+Tab; check that every part can be left.',
  ],
  '2.1.3': [
    'Whether everything that a mouse can do also works by keyboard can be judged only by doing it.',
    'Put the mouse away, and do every task of the page by keyboard, without exception.',
  ],
  '2.1.4': [
    'Whether a letter triggers something, and can be turned off, can be judged only by trying.',
    'Press letters, digits and punctuation outside of fields; check that shortcuts can be turned off or changed.',
  ],
  '2.2.1': [
    'Whether time runs out, and users can extend it, can be judged only by waiting.',
    'Look for time limits, such as the end of a session; check that users are warned and can extend them.',
  ],
  '2.2.2': [
    'Whether a movement disturbs and can be paused can be judged only by watching.',
    'Look for what moves, blinks or updates by itself for more than 5 seconds; check that it can be paused.',
  ],
  '2.2.3': [
    'Whether a task depends on time depends on its purpose.',
    'Check that no task has a time limit, except for real-time events.',
  ],
  '2.2.4': [
    'Interruptions come at times that a scan does not see.',
    'Check that messages and updates can be postponed, except in emergencies.',
  ],
  '2.2.5': [
    'Whether data are kept after a new sign-in can be judged only with an account.',
    'Let a session end in the middle of a task, sign in again, and check that nothing is lost.',
  ],
  '2.2.6': [
    'Whether users learn when data will be lost depends on the meaning of texts.',
    'Check that users learn after how long without activity they lose data.',
  ],
  '2.3.1': [
    'Flashes depend on video and animation over time and on their area.',
    'Watch videos and animations for more than three flashes in a second; measure what is doubtful.',
  ],
  '2.3.2': [
    'Flashes depend on video and animation over time.',
    'Watch videos and animations for more than three flashes in a second.',
  ],
  '2.3.3': [
    'Whether a movement is essential depends on its purpose.',
    'Turn on “reduce motion” in the system, and check that interactions start no animation.',
  ],
  '2.4.1': [
    'Whether repeated blocks can really be skipped can be judged only by trying.',
    'Check that the skip link, landmarks or headings lead past the navigation.',
  ],
  '2.4.2': [
    'Whether a title says what a page is about depends on its meaning.',
    'Compare the title of each page with its content.',
  ],
  '2.4.3': [
    'Which order of the focus makes sense depends on the meaning of the content.',
    'Move through the page by Tab, also in dialogs and menus; check that the order makes sense.',
  ],
  '2.4.4': [
    'Whether the purpose of a link is clear depends on its meaning and context.',
    'Read each link with its sentence or cell, and check that its purpose is clear.',
  ],
  '2.4.5': [
    'Whether a page can be found in two ways depends on the whole site, and on what is part of a process.',
    'Check that each page can be found in two ways, such as navigation and search.',
  ],
  '2.4.6': [
    'Whether a heading or label describes its content depends on its meaning.',
    'Compare each heading and label with the content or field it belongs to.',
  ],
  '2.4.7': [
    'Whether an indicator of the focus can be seen takes a look at each element.',
    'Move through the page by Tab, and check that you always see where you are.',
  ],
  '2.4.8': [
    'Whether users know where they are in a site depends on its design.',
    'Check for breadcrumbs, a site map or a highlighted entry in the navigation.',
  ],
  '2.4.9': [
    'Whether the text of a link says its purpose depends on its meaning.',
    'Read each link without its context, and check that its purpose is clear.',
  ],
  '2.4.10': [
    'Whether a text has sections that need headings depends on its meaning.',
    'Check that sections of long texts have headings.',
  ],
  '2.4.11': [
    'What covers the focus depends on the state of the page, such as an open banner.',
    'Move through the page by Tab; check that banners and bars never cover the focused element.',
  ],
  '2.4.12': [
    'What covers the focus depends on the state of the page, such as an open banner.',
    'Move through the page by Tab; check that no part of the focused element is covered.',
  ],
  '2.4.13': [
    'The size and contrast of an indicator of the focus take a look at each element.',
    'Move through the page by Tab; measure size and contrast of the focus indicator.',
  ],
  '2.5.1': [
    'Which gestures a page understands can be judged only by trying.',
    'Look for gestures such as pinching or swiping; check that a single tap can do the same.',
  ],
  '2.5.2': [
    'What happens when a pointer is pressed, and whether it can be undone, can be judged only by trying.',
    'Press on controls, move away and release; check that nothing happens or it can be undone.',
  ],
  '2.5.3': [
    'Whether a label is text or a symbol, and which words belong to it, takes a look at the page.',
    'Compare the visible label of each control with its name.',
  ],
  '2.5.4': [
    'Whether a page reacts to moving the device can be judged only by trying.',
    'Shake and tilt a phone; check that controls can do the same and the reaction can be turned off.',
  ],
  '2.5.5': [
    'Whether a small target is essential or has an equivalent depends on its purpose.',
    'Measure the targets that are smaller than 44 by 44 px.',
  ],
  '2.5.6': [
    'Whether users can change between touch, mouse and keyboard can be judged only by trying.',
    'Change between touch, mouse and keyboard on one page.',
  ],
  '2.5.7': [
    'Whether dragging is needed can be judged only by using the page.',
    'Look for what can be dragged, such as sliders and lists; check that clicks can do the same.',
  ],
  '2.5.8': [
    'Whether a small target is essential or has an equivalent depends on its purpose.',
    'Measure the targets that are smaller than 24 by 24 px.',
  ],
  '3.1.1': [
    'In which language a page is written depends on its text.',
    'Compare the language that the page declares with its text.',
  ],
  '3.1.2': [
    'Which parts are in another language depends on their text.',
    'Look for passages in another language, and check that each declares its language.',
  ],
  '3.1.3': ['Which words are unusual depends on the readers.', 'Check that jargon and idioms are explained.'],
  '3.1.4': [
    'Which letters are an abbreviation depends on the text.',
    'Check that abbreviations are explained.',
  ],
  '3.1.5': [
    'How hard a text is to read depends on its language and its readers.',
    'Check that difficult texts have a simple version or a summary.',
  ],
  '3.1.6': [
    'Whether the meaning of a word depends on its pronunciation depends on the language.',
    'Check that the pronunciation of ambiguous words is given.',
  ],
  '3.2.1': [
    'Which change confuses users depends on its meaning.',
    'Move through the page by Tab, and check that nothing opens, moves or is submitted.',
  ],
  '3.2.2': [
    'Which change confuses users, and whether they are warned before, depends on its meaning.',
    'Fill in fields and choose options, and check that nothing opens, moves or is submitted.',
  ],
  '3.2.3': [
    'Which parts of pages are the same navigation depends on their meaning.',
    'Compare the order of navigation on several pages.',
  ],
  '3.2.4': [
    'Which controls do the same depends on their meaning.',
    'Compare names and icons of controls that do the same on several pages.',
  ],
  '3.2.5': [
    'Which changes users asked for depends on their meaning.',
    'Check that windows, redirects and updates come only when users ask for them.',
  ],
  '3.2.6': [
    'Which parts of a page are help depends on their meaning.',
    'Compare the position of contact, chat and help on several pages.',
  ],
  '3.3.1': [
    'Errors appear only after wrong data were submitted, which a scan does not do.',
    'Submit forms with mistakes; check that each wrong field and its error are named in text.',
  ],
  '3.3.2': [
    'Whether a label or instruction is enough to fill in a field depends on its meaning.',
    'Fill in each form, and check that labels, formats and required fields are clear before.',
  ],
  '3.3.3': [
    'Errors appear only after wrong data were submitted, which a scan does not do.',
    'Submit forms with mistakes, and check that the errors say how to correct them.',
  ],
  '3.3.4': [
    'Whether a form has legal or financial effects depends on its purpose.',
    'Check that orders, contracts and changes of data can be reviewed, corrected or undone.',
  ],
  '3.3.5': [
    'Whether help suits a form depends on its meaning.',
    'Check that forms offer help that suits them.',
  ],
  '3.3.6': [
    'Whether data can be corrected can be judged only by submitting a form.',
    'Check that every form can be reviewed, corrected or undone.',
  ],
  '3.3.7': [
    'Whether a process asks twice for the same can be judged only by going through it.',
    'Go through each process, and check that nothing has to be entered twice.',
  ],
  '3.3.8': [
    'What a sign-in asks of users can be judged only with an account.',
    'Sign in: check that paste and password managers work and no puzzle has to be solved.',
  ],
  '3.3.9': [
    'What a sign-in asks of users can be judged only with an account.',
    'Sign in: check that nothing has to be remembered, copied or recognized.',
  ],
  '4.1.1': [
    'Which faults of the markup reach users depends on browsers; WCAG 2.2 removed the criterion.',
    'Check the markup with a validator.',
  ],
  '4.1.2': [
    'Whether a name fits, and a state is announced when it changes, can be judged only by using the page.',
    'Use each control with a screen reader; check name, role, value and changes of state.',
  ],
  '4.1.3': [
    'Messages appear only after an action, such as a search.',
    'Trigger messages, such as results or errors, and check that a screen reader announces them.',
  ],
};

/** Returns how people test a success criterion. @throws Error if the number is not one of WCAG's */
export function getManualTest(number: string): ManualTest {
  const entry = manualTests[number];
  if (entry === undefined) throw new Error(`WCAG has no success criterion ${number}`);
  const [why, test] = entry;
  return { why, test };
}
