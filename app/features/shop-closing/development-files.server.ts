import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { requireDataFolder } from "~db/data-folder";

/** Folders for the operator, used while there is no mail server and no text gateway. */
export const DEVELOPMENT_FOLDERS = ["mails", "text-messages"];

/** Deletes a shop's mails in the data folder. Text messages there do not name their shop: they go after seven days. */
export async function deleteDevelopmentMailsOf(shopId: number): Promise<void> {
  const folder = path.join(requireDataFolder(), "mails");
  for (const file of await listFiles(folder))
    if (file.startsWith(`${shopId}-`)) await rm(path.join(folder, file), { force: true });
}

/** Names of the files of a folder; none if it is not there. */
export async function listFiles(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}
