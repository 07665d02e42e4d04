import type { App } from '#server/platform/app.ts';
import { refuse } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { takeSeat } from './room.ts';

/**
 * Emails a conversation to its client, to the address that the client has proven.
 * @throws Refusal `http.not_found`, `support.email_unverified`
 */
export async function requestTranscript(app: App, me: Person, roomId: string): Promise<void> {
  await app.db.tx(async (tx) => {
    const { room } = await takeSeat(tx, { id: me.id, roles: ['client'] }, roomId);
    if (!me.emailVerifiedAt) throw refuse('support.email_unverified');
    await app.outbox.emit(tx, 'support.transcript_requested', { clientId: me.id, conversationId: room.id });
  });
}
