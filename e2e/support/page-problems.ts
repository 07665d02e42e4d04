import type { BrowserContext, Page } from '@playwright/test';

/** Problems of a page that are invisible on it: errors of the console, exceptions, breaches of the policy. */
export function watchProblems(page: Page): string[] {
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
    // A navigation aborts the pending requests of the page before it.
    if (reason !== 'net::ERR_ABORTED') found.push(`${reason}: ${request.url()}`);
  });
  return found;
}

/**
 * What the tests themselves cause: their observer and axe cannot run in the frame of an email, where no script can, and
 * they leave a page before its socket is connected.
 */
const isOurs = (text: string) =>
  text.startsWith('Blocked script execution') ||
  text.startsWith('Service Worker registration blocked') ||
  /^Failed to execute 'postMessage' on 'DOMWindow': .* recipient window's origin \('null'\)/.test(text) ||
  text.endsWith('WebSocket is closed before the connection is established.');

/** Breaches of the content policy or of Trusted Types anywhere in this browser, also those that no console shows. */
export async function watchPolicy(context: BrowserContext): Promise<string[]> {
  const breaches: string[] = [];
  await context.exposeFunction('reportBreach', (breach: string) => breaches.push(breach));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      void (window as unknown as { reportBreach: (breach: string) => Promise<void> }).reportBreach(
        `${violatedDirective} ${blockedURI} ${sourceFile}`,
      );
    });
  });
  return breaches;
}
