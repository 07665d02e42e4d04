import { until, type World } from './world.ts';

export interface NewConnection {
  adapter: string;
  fields: Record<string, string>;
}

/**
 * Connects an adapter as an operator does: one administrator enters and tests it, and where it moves money another person
 * approves it.
 * @returns its id and the address that its provider calls
 */
export async function connect(world: World, { adapter, fields }: NewConnection): Promise<{ id: string; hook: string }> {
  const adam = await world.staff('adam');
  const value = { name: adapter, fields, in_own_network: true, countries: [], currencies: [], tiers: [], order: 1 };
  const proof = { current_password: adam.password };
  const { connection_id: id } = await world.ask(adam, 'POST /api/staff/connections/create', {
    adapter,
    ...value,
    ...proof,
  });
  await world.ask(adam, 'POST /api/staff/connections/test', { connection_id: id });
  const read = async () => {
    const { connections } = await world.ask(adam, 'POST /api/staff/connections', {});
    return connections.find((each) => each.id === id);
  };
  const tested = await read();
  const failed = tested?.probe?.steps.filter(({ ok }) => !ok) ?? [];
  if (!tested?.probe?.ok) throw new Error(`the test of the connection fails: ${JSON.stringify(failed)}`);
  const use = { connection_id: id, overlap_hours: 0, reason: 'Certified now.', ...proof };
  await world.ask(adam, 'POST /api/staff/connections/use', use);
  if (tested.takes_two) await approve(world);
  await until('the connection is in use', async () => ((await read())?.state === 'on' ? true : undefined));
  return { id, hook: tested.hook_url ?? '' };
}

/** The second person approves what waits. */
async function approve(world: World): Promise<void> {
  const ines = await world.staff('ines');
  const { approval_requests: waiting } = await world.ask(ines, 'POST /api/staff/approvals', {});
  const found = waiting.find(({ kind }) => kind === 'connection');
  await world.ask(ines, 'POST /api/staff/approvals/approve', {
    approval_request_id: found?.id ?? '',
    current_password: ines.password,
  });
}

/** The connections of an adapter whose stand-in ends now. */
export async function switchOff(world: World, adapter: string): Promise<void> {
  await world.revive();
  const adam = await world.staff('adam');
  const { connections } = await world.ask(adam, 'POST /api/staff/connections', {});
  for (const { id, state, adapter: of, off_takes_two: takesTwo } of connections) {
    if (of !== adapter || state !== 'on') continue;
    const which = { connection_id: id };
    if (!takesTwo) await world.ask(adam, 'POST /api/staff/connections/switch-off', which);
    else {
      const request = { ...which, reason: 'Certified now.', current_password: adam.password };
      await world.ask(adam, 'POST /api/staff/connections/request-off', request);
      await approve(world);
    }
  }
}
