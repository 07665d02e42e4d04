import type { BrowserContext, Page } from '@playwright/test';

/** What went wrong in a page without anybody seeing it: errors of the console, exceptions, breaches of the policy. */
export function watch(page: Page): string[] {
  const found: string[] = [];
  page.on('console', (message) => {
    const isLoud = message.type() === 'error' || message.type() === 'warning';
    if (isLoud && !isOurs(message.text())) found.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => found.push(`exception: ${error.message}`));
  page.on('response', (response) => {
    if (response.status() >= 400) found.push(`${response.status()}: ${response.url()}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    // A navigation gives up what the page before it was still asking for.
    if (reason !== 'net::ERR_ABORTED') found.push(`${reason}: ${request.url()}`);
  });
  return found;
}

/**
 * What the tests themselves cause: their watcher may not run in the frame of a mail, where nothing may, and they leave a
 * page before its socket stands.
 */
const isOurs = (text: string) =>
  text.startsWith('Blocked script execution') ||
  text.startsWith('Service Worker registration blocked') ||
  text.endsWith('WebSocket is closed before the connection is established.');

/** Breaches of the content policy or of Trusted Types anywhere in this browser, also those that no console shows. */
export async function watchPolicy(context: BrowserContext): Promise<string[]> {
  const breaches: string[] = [];
  await context.exposeFunction('tellBreach', (breach: string) => breaches.push(breach));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      void (window as unknown as { tellBreach: (breach: string) => Promise<void> }).tellBreach(
        `${violatedDirective} ${blockedURI} ${sourceFile}`,
      );
    });
  });
  return breaches;
}
