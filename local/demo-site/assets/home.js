// The notice goes when it is accepted.
document.getElementById('cookie-accept').addEventListener('click', () => {
  document.getElementById('cookie-notice').remove();
});

// The journal is loaded when a reader scrolls to it.
const journal = document.getElementById('journal');
new IntersectionObserver((entries, observer) => {
  if (!entries.some((entry) => entry.isIntersecting)) return;
  observer.disconnect();
  journal.innerHTML = `
    <article class="card">
      <img id="journal-picture" src="assets/tomato.svg" width="320" height="220">
      <h3>Tomatoes in a north-facing yard</h3>
      <p>It can be done. It takes a white wall and some stubbornness.</p>
    </article>
    <article class="card">
      <img src="assets/can.svg" alt="" width="320" height="220">
      <h3>Water less, and deeper</h3>
      <p>Twice a week is plenty once the roots have learned to look for it.</p>
    </article>`;
}).observe(journal);
