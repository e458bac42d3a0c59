// The stock service answers a moment after the page is shown.
setTimeout(() => {
  const badge = document.createElement('span');
  badge.id = 'fern-left';
  badge.className = 'stock';
  badge.textContent = 'Only 3 left';
  document.getElementById('fern-stock').append(badge);
}, 800);
