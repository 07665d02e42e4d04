/**
 * What runs in a widget. It has no access to cookies, storage or the client area, because the page is in a sandbox
 * without an origin; it writes texts only, never markup. Its height goes to the listed site and to no other.
 */
export const pageScript = `(() => {
  const page = document.documentElement;
  const { sites, rows, every, register } = page.dataset;
  const above = location.ancestorOrigins;

  const report = () => {
    if (parent === window) return;
    const height = Math.ceil(page.getBoundingClientRect().height);
    for (const site of sites.split(' '))
      if (!above || above[0] === site) parent.postMessage({ type: 'atrium-widget-height', height }, site);
  };
  new ResizeObserver(report).observe(page);
  addEventListener('message', ({ source }) => source === parent && report());

  if (rows) {
    const pause = document.querySelector('button');
    const isPaused = () => pause.getAttribute('aria-pressed') === 'true';
    pause.addEventListener('click', () => pause.setAttribute('aria-pressed', String(!isPaused())));
    pause.hidden = false;
    const show = (fresh) => {
      const shown = [...document.querySelectorAll('tbody tr')];
      if (shown.map(({ id }) => id).join() !== fresh.rows.map(({ id }) => id).join()) return location.reload();
      document.querySelector('[data-note]').textContent = fresh.note;
      fresh.rows.forEach(({ cells }, row) => cells.forEach(({ text, small, tone }, at) => {
        const cell = shown[row].cells[at];
        cell.className = tone ?? '';
        cell.children[0].textContent = text;
        cell.children[1].textContent = small ?? '';
      }));
    };
    const refresh = async () => {
      if (document.hidden || isPaused()) return;
      const response = await fetch(rows, { credentials: 'omit' });
      // A widget that was turned off leaves the sites on which it is open.
      if (response.status === 404) return location.reload();
      if (response.ok) show(await response.json());
    };
    setInterval(() => refresh().catch(() => {}), every * 1000);
  }

  if (register)
    document.forms[0].addEventListener('submit', (event) => {
      event.preventDefault();
      // What stands after the number sign is sent to no server.
      open(register + '#' + new URLSearchParams(new FormData(event.target)), '_blank', 'noopener');
    });
})();`;

/** For the site: each frame gets the height that its widget reports. A site without it gives its frames a height of its own. */
export const siteScript = `(() => {
  const ours = new URL(document.currentScript.src).origin + '/embed/';
  const frames = () => [...document.querySelectorAll('iframe')].filter(({ src }) => src.startsWith(ours));
  addEventListener('message', ({ source, data }) => {
    if (!data || data.type !== 'atrium-widget-height' || !(data.height > 0 && data.height <= 5000)) return;
    for (const frame of frames()) if (frame.contentWindow === source) frame.style.height = data.height + 'px';
  });
  // A widget that was there first reports it again.
  for (const frame of frames()) frame.contentWindow.postMessage({ type: 'atrium-widget-ask' }, '*');
})();
`;
