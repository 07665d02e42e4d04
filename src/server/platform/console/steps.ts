/** A terminal at which a person reads along. */
export interface Screen {
  write(text: string): unknown;
}

/** Clears the present line, to write it again. */
export const clearLine = '\r\u001B[2K';

const nameWidth = 12;
const drawEveryMs = 500;

/** A line for each step of a start, for a person at a terminal. Without one, nothing is printed. */
export interface Steps {
  /**
   * Runs a step.
   * @param action gets a function that shows the progress
   * @param outcome the message of a step that succeeded
   */
  run<T>(
    name: string,
    action: (report: (progress: string) => void) => Promise<T>,
    outcome: (result: T) => string,
  ): Promise<T>;
}

export function openSteps(screen: Screen | undefined): Steps {
  if (!screen) return { run: (_name, action) => action(() => {}) };
  const line = (sign: string, name: string, words: string) =>
    `${clearLine}  ${sign} ${name.padEnd(nameWidth)} ${words}`;
  return {
    async run(name, action, outcome) {
      const began = performance.now();
      const seconds = () => `${Math.round((performance.now() - began) / 1000)} s`;
      let progress = '';
      const draw = () => void screen.write(line('…', name, [progress, seconds()].filter(Boolean).join(', ')));
      draw();
      const timer = setInterval(draw, drawEveryMs).unref();
      try {
        const result = await action((reported) => {
          progress = reported;
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
