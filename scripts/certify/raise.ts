import type { Person, World } from './world.ts';

/** Sets a client's level as staff do: one asks, another one approves. */
export async function raise(world: World, { id }: Person): Promise<void> {
  const [viktor, adam] = [await world.staff('viktor'), await world.staff('adam')];
  const level = { client_id: id, level: 3, reason: 'Seen in person.', current_password: viktor.password };
  await world.ask(viktor, 'POST /api/staff/clients/level', level);
  const { approval_requests: waiting } = await world.ask(adam, 'POST /api/staff/approvals', { client_id: id });
  await world.ask(adam, 'POST /api/staff/approvals/approve', {
    approval_request_id: waiting[0]?.id ?? '',
    current_password: adam.password,
  });
}
