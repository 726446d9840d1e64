import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { requireDataFolder } from "~db/data-folder";
import type { TextMessageGateway } from "./text-message-port";

/** Without a gateway: one file per message in the data folder, for the operator. */
export const fileGateway: TextMessageGateway = {
  async send({ to, text, key }) {
    const folder = path.join(requireDataFolder(), "text-messages");
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(path.join(folder, `${key}.txt`), `To: ${to}\n\n${text}\n`, { mode: 0o600 });
    return { state: "sent" };
  },
};
