import { logger } from "~/lib/logger.server";
import { CHANNEL } from "~db/announcements.server";
import { client } from "~db/client.server";

type Listener = { onChange(): void; onEnd(): void };

/**
 * Notifications for all pages of this process that follow something, over one listening connection. It is opened with
 * the first page. When it is lost it is opened again, and every page is notified, because it may have missed something.
 */
class Hub {
  private readonly listeners = new Map<string, Set<Listener>>();
  private listening: Promise<unknown> | undefined;
  private isEnding = false;
  size = 0;

  /** @returns a function that ends it @throws when listening to the database fails */
  async follow(keys: readonly string[], listener: Listener): Promise<() => void> {
    this.listening ??= this.listen();
    await this.listening;
    if (this.isEnding) listener.onEnd();
    this.size++;
    for (const key of keys) {
      const known = this.listeners.get(key);
      if (known) known.add(listener);
      else this.listeners.set(key, new Set([listener]));
    }
    let isOn = true;
    return () => {
      if (!isOn) return;
      isOn = false;
      this.size--;
      for (const key of keys) {
        const rest = this.listeners.get(key);
        rest?.delete(listener);
        if (rest?.size === 0) this.listeners.delete(key);
      }
    };
  }

  private async listen(): Promise<void> {
    let isAgain = false;
    try {
      await client.listen(
        CHANNEL,
        (message) => {
          for (const key of message.split(" "))
            for (const listener of this.listeners.get(key) ?? []) listener.onChange();
        },
        () => {
          if (isAgain) for (const listener of this.all()) listener.onChange();
          isAgain = true;
        },
      );
    } catch (error) {
      this.listening = undefined;
      throw error;
    }
    // Pages that stay open for minutes must not delay the end of the process: they reconnect to the next one.
    for (const event of ["SIGTERM", "SIGINT", "disconnect"]) process.once(event, () => this.end());
  }

  private end(): void {
    this.isEnding = true;
    logger.info({ pages: this.size }, "pages that follow are sent away");
    for (const listener of this.all()) listener.onEnd();
  }

  private all(): Set<Listener> {
    return new Set([...this.listeners.values()].flatMap((some) => [...some]));
  }
}

declare global {
  // One per process, even when the development server reloads this module.
  var perennialHub: Hub | undefined;
}
globalThis.perennialHub ??= new Hub();
export const hub = globalThis.perennialHub;
