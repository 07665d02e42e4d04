/**
 * Loads the product's fonts once something is on the screen. Until then the system's own are used, fitted to the same
 * widths; loaded earlier, the files would slow down the code of the first screen on a phone.
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
