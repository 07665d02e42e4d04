import type { DemoProviderName } from '#contract/demo/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import type { DemoProvider } from '../stand-ins/kinds.ts';

/** The providers of the demo that run in this process, one of each at most. They end with it. */
export interface DemoProviders {
  of(name: DemoProviderName): Promise<DemoProvider> | undefined;
  /** One that runs already goes on where it is. @throws when the port is taken; 0 is any free one */
  start(name: DemoProviderName, port: number): Promise<DemoProvider>;
  close(): Promise<void>;
}

export function openDemoProviders({ clock, text }: Pick<App, 'clock' | 'text'>): DemoProviders {
  const running = new Map<DemoProviderName, Promise<DemoProvider>>();

  async function launch(name: DemoProviderName, port: number): Promise<DemoProvider> {
    try {
      const { kinds } = await import('../stand-ins/kinds.ts');
      return await kinds[name]({ port, text, now: () => clock.now() });
    } catch (error) {
      running.delete(name);
      throw error;
    }
  }

  return {
    of: (name) => running.get(name),
    start(name, port) {
      const started = running.get(name) ?? launch(name, port);
      running.set(name, started);
      return started;
    },
    async close() {
      await Promise.allSettled([...running.values()].map(async (each) => (await each).close()));
    },
  };
}
