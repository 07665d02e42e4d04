import type { App } from '#server/platform/app.ts';
import { highestRole } from '#server/platform/session/session.ts';
import { demoPassword, demoPeople } from './people.ts';

/** The lines about signing in for the terminal: all people with their stories after seeding, two of them later. */
export function signInLines({ text }: Pick<App, 'text'>, seeded: boolean): string {
  if (!seeded) {
    const [client, administrator] = ['james', 'adam'].map((id) => demoPeople.find((person) => person.id === id)?.email);
    return `  Demo: sign in as ${client} or ${administrator}, password ${demoPassword}\n`;
  }
  const lines = demoPeople.map(
    ({ email, roles, story }) => `    ${email.padEnd(32)} ${highestRole(roles).padEnd(11)} ${text('en', story)}\n`,
  );
  return `  The demo broker is ready. Everybody’s password: ${demoPassword}\n\n${lines.join('')}`;
}
