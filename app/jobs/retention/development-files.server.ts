import { rm, stat } from "node:fs/promises";
import path from "node:path";
import { DEVELOPMENT_FOLDERS, listFiles } from "~/features/shop-closing/development-files.server";
import { requireDataFolder } from "~db/data-folder";

/** Deletes the mails and text messages in the data folder that were written before an instant. */
export async function deleteDevelopmentFiles(before: Date): Promise<void> {
  for (const name of DEVELOPMENT_FOLDERS) {
    const folder = path.join(requireDataFolder(), name);
    for (const file of await listFiles(folder)) {
      const { mtime } = await stat(path.join(folder, file));
      if (mtime < before) await rm(path.join(folder, file), { force: true });
    }
  }
}
