/** A terminal at which a person reads along. */
export interface Screen {
  write(text: string): unknown;
}

/** Forgets what stands in the present line, to write it anew. */
export const anew = '\r\u001B[2K';

const nameWidth = 12;
const drawEveryMs = 500;

/** A line for each step of a start, for a person at a terminal. Without one, nothing is said. */
export interface Steps {
  /**
   * Does a step.
   * @param act is given what tells how far it is
   * @param outcome what is said of a step that went well
   */
  run<T>(
    name: string,
    act: (tell: (progress: string) => void) => Promise<T>,
    outcome: (result: T) => string,
  ): Promise<T>;
}

export function openSteps(screen: Screen | undefined): Steps {
  if (!screen) return { run: (_name, act) => act(() => {}) };
  const line = (sign: string, name: string, words: string) => `${anew}  ${sign} ${name.padEnd(nameWidth)} ${words}`;
  return {
    async run(name, act, outcome) {
      const began = performance.now();
      const seconds = () => `${Math.round((performance.now() - began) / 1000)} s`;
      let progress = '';
      const draw = () => void screen.write(line('…', name, [progress, seconds()].filter(Boolean).join(', ')));
      draw();
      const timer = setInterval(draw, drawEveryMs).unref();
      try {
        const result = await act((told) => {
          progress = told;
          draw();
        });
        screen.write(`${line('✓', name, `${outcome(result)}, ${seconds()}`)}\n`);
        return result;
      } catch (error) {
        screen.write(`${line('✗', name, '')}\n`);
        throw error;
      } finally {
        clearInterval(timer);
      }
    },
  };
}
