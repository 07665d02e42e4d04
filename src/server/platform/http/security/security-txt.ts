import type { App } from '../../app.ts';
import { notFound } from '../../refusal.ts';

const path = '/.well-known/security.txt';

const supportHoldsMs = 30 * 86_400_000;

/**
 * The contact for reports of vulnerabilities (RFC 9116). It is the one that the environment sets, until it expires,
 * because later it may no longer be right; where none is set, it is the support of the settings, which is maintained
 * while the installation is. Without either there is no file.
 */
export function serveSecurityTxt({
  http,
  config,
  clock,
  settings,
}: Pick<App, 'http' | 'config' | 'clock' | 'settings'>): void {
  const { appUrl } = config;
  const support = () => {
    const { supportEmail } = settings.brand();
    const expires = new Date(clock.now().getTime() + supportHoldsMs);
    return (
      supportEmail && {
        contacts: [`mailto:${supportEmail}`],
        expires,
        policy: undefined,
        languages: [settings.value('brand.language')],
      }
    );
  };
  http.get(path, async (_request, reply) => {
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
