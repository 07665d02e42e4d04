/**
 * Loads the product's letters once something stands on the screen. Until then the system's own are there, fitted to the
 * same widths; asked for earlier, the files would take a phone's line from the code of the first screen.
 */
export function loadFontsAfterFirstPaint(): void {
  const load = () => void import('./fonts.css');
  if (!PerformanceObserver.supportedEntryTypes?.includes('paint')) return load();
  const observer = new PerformanceObserver((entries) => {
    if (entries.getEntriesByName('first-contentful-paint').length === 0) return;
    observer.disconnect();
    load();
  });
  observer.observe({ type: 'paint', buffered: true });
}
