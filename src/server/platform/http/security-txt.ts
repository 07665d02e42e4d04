import type { App } from '../app.ts';
import { notFound } from '../refusal.ts';

const path = '/.well-known/security.txt';

/**
 * Where whoever finds a weakness tells it (RFC 9116). Not there without a contact, and no longer once what it says has
 * expired: nobody then vouches that the contact is still the right one.
 */
export function serveSecurityTxt({ http, config, clock }: Pick<App, 'http' | 'config' | 'clock'>): void {
  const { securityTxt: facts, appUrl } = config;
  http.get(path, { schema: { hide: true } }, async (_request, reply) => {
    if (!facts || facts.expires <= clock.now()) throw notFound();
    const lines = [
      ...facts.contacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${facts.expires.toISOString()}`,
      ...(facts.policy ? [`Policy: ${facts.policy}`] : []),
      `Preferred-Languages: ${facts.languages.join(', ')}`,
      `Canonical: ${appUrl}${path}`,
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}
