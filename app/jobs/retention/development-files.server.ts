import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { requireDataFolder } from "~db/data-folder";

/** Folders for the operator, used while there is no mail server and no text gateway. */
const FOLDERS = ["mails", "text-messages"];

/** Deletes the mails and text messages in the data folder that were written before an instant. */
export async function deleteDevelopmentFiles(before: Date): Promise<void> {
  for (const name of FOLDERS) {
    const folder = path.join(requireDataFolder(), name);
    for (const file of await listFiles(folder)) {
      const { mtime } = await stat(path.join(folder, file));
      if (mtime < before) await rm(path.join(folder, file), { force: true });
    }
  }
}

async function listFiles(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}
