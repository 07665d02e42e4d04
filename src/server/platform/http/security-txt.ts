import type { App } from '../app.ts';
import { notFound } from '../refusal.ts';

const path = '/.well-known/security.txt';

const supportHoldsMs = 30 * 86_400_000;

/**
 * Where whoever finds a weakness tells it (RFC 9116): what the operator has set, until it expires, for nobody then vouches
 * that the contact is still the right one; where he has set nothing, the house's support, which is kept up to date as long
 * as the house is. Not there without either.
 */
export function serveSecurityTxt({
  http,
  config,
  clock,
  house,
}: Pick<App, 'http' | 'config' | 'clock' | 'house'>): void {
  const { appUrl } = config;
  const support = () => {
    const { supportEmail } = house.brand();
    const expires = new Date(clock.now().getTime() + supportHoldsMs);
    return (
      supportEmail && {
        contacts: [`mailto:${supportEmail}`],
        expires,
        policy: undefined,
        languages: [house.value('brand.language')],
      }
    );
  };
  http.get(path, { schema: { hide: true } }, async (_request, reply) => {
    const facts = config.securityTxt ?? support();
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
